import type { SlotVariant } from '../../../shared/games/catalogue.ts';
import { SLOT_MODELS } from '../../../shared/games/slot/models.ts';
import type { SlotOutcome } from '../../../shared/games/slot/outcome.ts';
import { coinsOf, symbolsOf } from '../../../shared/games/slot/table.ts';
import { dialogIsOpen } from '../lib/dialog.ts';
import { h, setText, svg } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { createStakeControl, stakedBet } from '../lib/stake-control.ts';
import { createLadder } from './cascade-ladder.ts';
import { createFilm } from './film.ts';
import { createFreeRounds } from './free-rounds.ts';
import { createMachine } from './machine.ts';
import { createPace, type Pace } from './pace.ts';
import { prizeLadders } from './prize-ladder.ts';
import { createWheel } from './prize-wheel.ts';
import { type SlotScreen, showRound } from './show-round.ts';
import { slotRules } from './slot-rules.ts';
import { freeSpinSummary } from './spin-summary.ts';
import { loadSymbols, type SymbolSheet } from './symbols.ts';

export function createSlotView(game: GameContext): GameView {
  const { t, context } = game;
  const variant = context.variant as SlotVariant;
  const table = SLOT_MODELS[variant];
  const symbols = symbolsOf(table);
  const sheet = loadSymbols(context.gameId);
  const machine = createMachine(table, createFilm(sheet, symbols));
  const stake = createStakeControl({ ...game, changed: stakeChanged });
  const free = createFreeRounds(game, stake, stakeChanged);
  const banner = h('p', { class: 'free-banner' });
  const ladders = prizeLadders(table, t);
  const ladder = createLadder(table);
  const wheel = createWheel(table);
  const pace = createPace();
  const stage = h(
    'div',
    { class: `slot frame-${context.look?.frame ?? 'gold'}` },
    sheet.element,
    ladders.left,
    h('div', { class: 'slot-centre' }, ladder.element, machine.element, banner),
    ladders.right,
  );
  if (context.look) game.sound.tune(context.look.voice);
  if (wheel) machine.element.append(wheel.element);
  const screen: SlotScreen = { game, machine, ladder, wheel, pace, stage, banner, tour: 0 };
  listenForHurry(stage, pace);
  machine.set(table.base.strips.map((strip, reel) => windowOf(strip, reel * table.rows, table.rows)));

  function stakeChanged(): void {
    game.changed();
    ladders.show(free.stake / BigInt(coinsOf(table)), (units) => game.money(units));
  }

  return {
    motif: context.look?.motif ?? 'rays',
    scenery: scene(sheet),
    stage,
    controls: stake.element,
    actionLabel: t('studio.spin'),
    open(session) {
      stake.open(session.limits);
      free.show(session.freeRounds);
    },
    readBet: () => free.bet() ?? stakedBet(stake, (wire) => ({ engine: 'slot', stake: wire })),
    freeRounds: free.show,
    refused: free.refused,
    begin() {
      screen.tour += 1;
      setText(banner, '');
      machine.spin();
    },
    show: (round) => showRound(screen, round),
    abort() {
      void machine.stop({ grid: table.base.strips.map((strip) => strip.slice(0, table.rows)) }, () => {});
    },
    summary: (round) => freeSpinSummary(game, round),
    stepStake: (direction) => {
      if (!free.bet()) stake.step(direction);
    },
    lock: stake.lock,
    rules: () => slotRules(table, game, free.stake),
    describe(round) {
      const { spins } = round.outcome as SlotOutcome;
      const count = spins.flatMap((spin) => spin.steps.flatMap((step) => step.wins)).length;
      const free = spins.filter((spin) => spin.kind === 'free').length;
      const what = table.reading.kind === 'lines' ? 'lines' : 'wins';
      const lines = count === 0 ? t(`studio.slot_no_${what}`) : t(`studio.slot_${what}`, { count });
      return free > 0 ? `${lines} ${t('studio.slot_free', { count: free })}` : lines;
    },
  };
}

/** The picture behind the reels; loaded with the symbols. */
function scene(sheet: SymbolSheet): SVGSVGElement {
  const element = svg('svg', { class: 'scene', 'aria-hidden': 'true' }, svg('use', { href: '#s-scene', width: '100%', height: '100%' }));
  void sheet.ready.then(() => element.classList.add('shown'));
  return element;
}

/** A touch on the reels, Space or Enter skips what follows their stop. */
function listenForHurry(stage: HTMLElement, { hurry }: Pace): void {
  stage.addEventListener('pointerdown', hurry);
  document.addEventListener('keydown', ({ key, repeat }) => {
    if ((key === ' ' || key === 'Enter') && !repeat && !dialogIsOpen()) hurry();
  });
}

/** The window of a cyclic strip from a stop. */
function windowOf<T>(strip: readonly T[], stop: number, rows: number): readonly T[] {
  return [...strip, ...strip, ...strip].slice(stop % strip.length, (stop % strip.length) + rows);
}
