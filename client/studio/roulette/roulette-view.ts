import type { Units } from '../../../shared/money/money.ts';
import type { EngineOutcome, StudioRound } from '../../../shared/studio/protocol.ts';
import { pocketColour } from '../../../shared/studio/roulette.ts';
import { button, h, prefersReducedMotion } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { type IconName, icon } from '../lib/icons.ts';
import { chipLabel, firstStake, unitsOf } from '../lib/stakes.ts';
import { createBoard } from './board.ts';
import { type ChipStack, createChipStack, type Placing, type Stakes } from './chip-stack.ts';
import { rouletteRules } from './roulette-rules.ts';
import { createWheel } from './wheel.ts';

type RouletteOutcome = Extract<EngineOutcome, { engine: 'roulette' }>;
const REMEMBERED = 12;

export function createRouletteView(game: GameContext): GameView {
  const { t, money } = game;
  let stack: ChipStack = createChipStack(0n);
  let chips: readonly Units[] = [];
  let chip: Units = 0n;
  let last: Stakes = new Map();
  let settled = false;
  let locked = true;
  let ticking: ReturnType<typeof setInterval> | undefined;

  const wheel = createWheel();
  const board = createBoard(game, { placed, removed: (spot) => change(fresh().remove(spot)) });
  const numbers = h('ol', { class: 'numbers', 'aria-label': t('studio.last_numbers') });
  const result = h('p', { class: 'pocket-badge', 'aria-hidden': 'true' });
  const rack = h('div', { class: 'rack', role: 'group', 'aria-label': t('studio.choose_chip') });
  const tools = {
    undo: tool('undo', t('studio.undo'), () => change(settled ? fresh() : stack.undo())),
    clear: tool('trash', t('studio.clear'), () => change(fresh().clear())),
    repeat: tool('repeat', t('studio.repeat'), () => placing(fresh().repeat(last))),
    double: tool('double', t('studio.double'), () => placing(settled ? createChipStack(max(), last).double() : stack.double())),
  };
  const stage = h('div', { class: 'roulette' }, h('div', { class: 'wheel-box' }, wheel.element, result), numbers, board.element);
  const controls = h('div', { class: 'roulette-controls' }, rack, h('div', { class: 'table-tools' }, ...Object.values(tools)));
  let limit: Units = 0n;

  function max(): Units {
    return limit;
  }
  function tool(name: IconName, label: string, run: () => void): HTMLButtonElement {
    return button(icon(name), { class: 'button tool', 'aria-label': label, title: label }, run);
  }
  /** The table to go on from: after a round the chips of the last one are only a picture. */
  function fresh(): ChipStack {
    if (!settled) return stack;
    settled = false;
    board.mark();
    result.classList.remove('shown');
    return createChipStack(max());
  }
  function change(next: ChipStack): void {
    stack = next;
    settled = false;
    board.mark();
    show();
  }
  function placing({ stack: next, full }: Placing): void {
    change(next);
    if (full) game.say(t('studio.table_full', { max: money(max()) }));
  }
  function placed(spot: string): void {
    if (locked || chip === 0n) return;
    placing(fresh().place(spot, chip));
    game.sound.tick();
  }
  function show(): void {
    board.show(stack.stakes, levelOf);
    lockTools();
    game.changed();
  }
  function levelOf(stake: Units): number {
    return Math.max(
      0,
      chips.findLastIndex((value) => value <= stake),
    );
  }
  function lockTools(): void {
    tools.undo.disabled = locked || settled || !stack.canUndo;
    tools.clear.disabled = locked || stack.stakes.size === 0;
    tools.repeat.disabled = locked || last.size === 0;
    tools.double.disabled = locked || (settled ? last.size === 0 : stack.stakes.size === 0);
    for (const element of rack.children) if (element instanceof HTMLButtonElement) element.disabled = locked;
  }
  function choose(value: Units): void {
    chip = value;
    [...rack.children].forEach((element, index) => void element.setAttribute('aria-pressed', String(chips[index] === value)));
  }
  function remember(pocket: number): void {
    numbers.prepend(h('li', { class: `number is-${pocketColour(pocket)}` }, String(pocket)));
    while (numbers.children.length > REMEMBERED) numbers.lastElementChild?.remove();
  }
  function stopTicking(): void {
    clearInterval(ticking);
  }

  return {
    motif: 'deco',
    stage,
    controls,
    actionLabel: t('studio.spin'),
    open(session) {
      limit = unitsOf(session.limits.maxStake);
      chips = session.limits.chips.map(unitsOf);
      stack = createChipStack(limit);
      rack.replaceChildren(
        ...chips.map((value, index) =>
          button(
            h('span', {}, chipLabel(value)),
            { class: `rack-chip level-${index}`, 'aria-label': t('studio.chip_of', { amount: money(value) }) },
            () => choose(value),
          ),
        ),
      );
      choose(firstStake({ ...session.limits, chips: session.limits.chips.slice(0, 2) }));
      show();
    },
    readBet() {
      if (settled || stack.stakes.size === 0)
        return { total: stack.total, missing: t(last.size > 0 ? 'studio.place_or_repeat' : 'studio.place_chips') };
      return { bet: { engine: 'roulette', chips: stack.chips() }, total: stack.total };
    },
    begin() {
      board.mark();
      result.classList.remove('shown');
      wheel.spin();
      if (!prefersReducedMotion()) ticking = setInterval(game.sound.tick, 190);
    },
    async show(round: StudioRound) {
      const { pocket, winningSpots } = round.outcome as RouletteOutcome;
      last = stack.stakes;
      await wheel.land(pocket).finally(stopTicking);
      remember(pocket);
      result.textContent = String(pocket);
      result.className = `pocket-badge shown is-${pocketColour(pocket)}`;
      board.mark(pocket, winningSpots);
      settled = true;
    },
    abort() {
      stopTicking();
      wheel.stop();
    },
    lock(on) {
      locked = on;
      board.lock(on);
      lockTools();
    },
    rules: () => rouletteRules(game),
    describe(round) {
      const { pocket, winningSpots } = round.outcome as RouletteOutcome;
      const name = t('studio.pocket', { pocket, colour: t(`studio.colour_${pocketColour(pocket)}`) });
      return winningSpots.length > 0 ? `${name} ${t('studio.spots_won', { count: winningSpots.length })}` : name;
    },
  };
}
