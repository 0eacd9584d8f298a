import type { StudioRound } from '../../../shared/games/protocol.ts';
import type { RouletteOutcome } from '../../../shared/games/roulette.ts';
import { pocketColour } from '../../../shared/games/roulette.ts';
import { h, prefersReducedMotion } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { type BetTable, clearMarks, createBetTable, lockTable, openTable, readTable } from './bet-table.ts';
import { rouletteRules } from './roulette-rules.ts';
import { createWheel } from './wheel.ts';

const HISTORY_LENGTH = 12;

export function createRouletteView(game: GameContext): GameView {
  const { t } = game;
  const wheel = createWheel();
  const table = createBetTable(game);
  const { board, result, rack, tools, state } = table;
  const numbers = h('ol', { class: 'numbers', 'aria-label': t('studio.last_numbers') });
  let ticking: ReturnType<typeof setInterval> | undefined;
  const stopTicking = () => clearInterval(ticking);

  return {
    motif: 'deco',
    stage: h(
      'div',
      { class: 'roulette' },
      h('div', { class: 'wheel-box' }, wheel.element, result),
      numbers,
      h('div', { class: 'board-box' }, board.element),
    ),
    controls: h('div', { class: 'roulette-controls' }, rack.element, h('div', { class: 'table-tools' }, ...Object.values(tools))),
    actionLabel: t('studio.spin'),
    open: (session) => openTable(table, session.limits),
    readBet: () => readTable(table),
    begin() {
      clearMarks(table);
      wheel.spin();
      if (!prefersReducedMotion()) ticking = setInterval(game.sound.tick, 190);
    },
    async show(round: StudioRound) {
      const outcome = round.outcome as RouletteOutcome;
      state.last = state.stack.stakes;
      await wheel.land(outcome.pocket).finally(stopTicking);
      addToHistory(numbers, outcome.pocket);
      showOutcome(table, outcome);
    },
    abort() {
      stopTicking();
      wheel.stop();
    },
    stepStake: rack.step,
    lock: (on) => lockTable(table, on),
    rules: () => rouletteRules(game),
    describe(round) {
      const { pocket, winningSpots } = round.outcome as RouletteOutcome;
      const name = t('studio.pocket', { pocket, colour: t(`studio.colour_${pocketColour(pocket)}`) });
      return winningSpots.length > 0 ? `${name} ${t('studio.spots_won', { count: winningSpots.length })}` : name;
    },
  };
}

function addToHistory(numbers: HTMLElement, pocket: number): void {
  numbers.prepend(h('li', { class: `number is-${pocketColour(pocket)}` }, String(pocket)));
  while (numbers.children.length > HISTORY_LENGTH) numbers.lastElementChild?.remove();
}

function showOutcome({ board, result, state }: BetTable, { pocket, winningSpots }: RouletteOutcome): void {
  result.textContent = String(pocket);
  result.className = `pocket-badge shown is-${pocketColour(pocket)}`;
  board.mark(pocket, winningSpots);
  state.settled = true;
}
