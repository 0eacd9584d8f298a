import { toWire, type Units } from '../../../shared/money/money.ts';
import type { SlotVariant } from '../../../shared/studio/catalogue.ts';
import type { EngineOutcome, SlotWin, StudioRound } from '../../../shared/studio/protocol.ts';
import { SLOT_TABLES } from '../../../shared/studio/slot-tables.ts';
import { sleep } from '../lib/attempt.ts';
import type { Motif } from '../lib/backdrop.ts';
import { h, prefersReducedMotion, setText } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { createStakeControl } from '../lib/stake-control.ts';
import { unitsOf } from '../lib/stakes.ts';
import { createFilm } from './film.ts';
import { createMachine } from './machine.ts';
import { prizeLadders } from './prize-ladder.ts';
import { slotRules } from './slot-rules.ts';
import { symbolSheet } from './symbols.ts';

type SlotOutcome = Extract<EngineOutcome, { engine: 'slot' }>;
const MOTIFS: Readonly<Record<SlotVariant, Motif>> = { harbour: 'waves', lantern: 'rays', gems: 'lattice' };
const SHOW_ALL_MS = 1100;
const SHOW_ONE_MS = 1300;

export function createSlotView(game: GameContext): GameView {
  const { t, context } = game;
  const variant = context.variant as SlotVariant;
  const table = SLOT_TABLES[variant];
  const machine = createMachine(table, createFilm(variant, table.symbols, context.hue));
  const stake = createStakeControl({ ...game, changed: stakeChanged });
  const banner = h('p', { class: 'free-banner' });
  const ladders = prizeLadders(table, t);
  const stage = h(
    'div',
    { class: 'slot' },
    symbolSheet(variant, table.symbols, context.hue),
    ladders.left,
    h('div', { class: 'slot-centre' }, machine.element, banner),
    ladders.right,
  );
  let tour = 0;
  machine.set(table.strips.map((strip, reel) => strip.slice(reel * 3, reel * 3 + 3)));

  function stakeChanged(): void {
    game.changed();
    ladders.show(stake.stake / BigInt(table.lines.length), (units) => game.money(units));
  }

  async function spinTo(grid: SlotOutcome['grid']): Promise<void> {
    await machine.stop(grid, () => game.sound.tick());
  }

  async function show(round: StudioRound): Promise<void> {
    const outcome = round.outcome as SlotOutcome;
    const above = unitsOf(round.payout) > unitsOf(round.stake);
    await spinTo(outcome.grid);
    machine.showWins(outcome.grid, outcome.wins, above);
    if (outcome.freeSpins.length === 0) {
      void showOneByOne(outcome.grid, outcome.wins);
      return;
    }
    await playFreeSpins(outcome, sumOf(outcome.wins));
  }

  async function playFreeSpins(outcome: SlotOutcome, before: Units): Promise<void> {
    const pause = prefersReducedMotion() ? 0 : SHOW_ALL_MS;
    let total = before;
    const count = outcome.freeSpins.length;
    const multiplier = outcome.freeSpins[0]?.multiplier ?? 1;
    stage.classList.add('free');
    setText(banner, t('studio.free_won', { count, multiplier }));
    game.say(t('studio.free_won', { count, multiplier }));
    await sleep(pause * 1.4);
    for (const [index, free] of outcome.freeSpins.entries()) {
      const now = { spin: index + 1, count, multiplier: free.multiplier };
      setText(banner, t('studio.free_spin', { ...now, amount: game.money(total) }));
      machine.spin();
      await spinTo(free.grid);
      total += sumOf(free.wins);
      machine.showWins(free.grid, free.wins, free.wins.length > 0);
      setText(banner, t('studio.free_spin', { ...now, amount: game.money(total) }));
      await sleep(free.wins.length > 0 ? pause : pause / 3);
    }
    stage.classList.remove('free');
  }

  /** After the whole, each win alone, until the next round. */
  async function showOneByOne(grid: SlotOutcome['grid'], wins: readonly SlotWin[]): Promise<void> {
    tour += 1;
    const mine = tour;
    if (wins.length < 2 || prefersReducedMotion()) return;
    await sleep(SHOW_ALL_MS * 1.6);
    for (let index = 0; mine === tour; index = (index + 1) % wins.length) {
      const win = wins[index];
      if (!win) return;
      machine.showWin(grid, win);
      setText(banner, describeWin(win));
      await sleep(SHOW_ONE_MS);
    }
  }

  function describeWin(win: SlotWin): string {
    const parameters = { line: win.line, count: win.count, symbol: t(`studio.symbol_${win.symbol}`), amount: game.money(win.payout) };
    return t(win.line === 0 ? 'studio.win_scatter' : 'studio.win_line', parameters);
  }

  return {
    motif: MOTIFS[variant],
    stage,
    controls: stake.element,
    actionLabel: t('studio.spin'),
    open(session) {
      stake.open(session.limits);
    },
    readBet: () => ({ bet: { engine: 'slot', stake: toWire(stake.stake) }, total: stake.stake }),
    begin() {
      tour += 1;
      setText(banner, '');
      machine.spin();
    },
    show,
    abort() {
      void machine.stop(
        table.strips.map((strip) => strip.slice(0, 3)),
        () => {},
      );
    },
    lock: stake.lock,
    rules: () => slotRules(table, game, stake.stake),
    describe(round) {
      const { wins, freeSpins } = round.outcome as SlotOutcome;
      const count = wins.length + freeSpins.reduce((sum, free) => sum + free.wins.length, 0);
      const lines = count === 0 ? t('studio.slot_no_lines') : t('studio.slot_lines', { count });
      return freeSpins.length > 0 ? `${lines} ${t('studio.slot_free', { count: freeSpins.length })}` : lines;
    },
  };
}

function sumOf(wins: readonly SlotWin[]): Units {
  return wins.reduce((sum, win) => sum + unitsOf(win.payout), 0n);
}
