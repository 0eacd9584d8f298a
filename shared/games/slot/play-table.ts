import { toWire, type Units } from '../../money/money.ts';
import type { FairStream } from '../fairness.ts';
import type { SlotOutcome, SlotSpin, SlotStep, SlotWin, SpinKind } from './outcome.ts';
import { countOf, type Grid, type Rank } from './ranks.ts';
import { type CoinWin, cellsOf } from './read-wins.ts';
import { type Settled, settleSpin, shows } from './settle-spin.ts';
import { coinsOf, prizeFor, type SlotTable, type SpinRules, totalWeight, type Weights } from './table.ts';

interface Spun extends Settled {
  readonly record: SlotSpin;
  /** Final grid before wilds expand. */
  readonly grid: Grid;
}
interface Now {
  readonly held: number;
  readonly special: Rank | undefined;
}

/**
 * Plays a whole round. `stake` is a whole number of cents per coin, so no prize has a fraction of a cent. The order of draws is:
 * the reels of a spin from left to right, the symbol of its mystery symbols if it has any, its multiplier if it has one; then
 * respins, the wheel, the coins, the special symbol of free spins, and the free spins.
 */
export function playTable(table: SlotTable, stake: Units, stream: FairStream): { outcome: SlotOutcome; payout: Units } {
  const play = new Play(table, stake, stream);
  const base = play.spin('base', table.base, { held: 0, special: undefined });
  play.respins(base);
  play.wheel(base);
  play.hold(base);
  play.freeSpins(base);
  return { outcome: { engine: 'slot', spins: play.spins }, payout: play.payout };
}

class Play {
  readonly spins: SlotSpin[] = [];
  payout: Units = 0n;
  private readonly coin: Units;

  constructor(
    private readonly table: SlotTable,
    private readonly stake: Units,
    private readonly stream: FairStream,
  ) {
    this.coin = stake / BigInt(coinsOf(table));
  }

  spin(kind: SpinKind, rules: SpinRules, now: Now): Spun {
    const { table, stream } = this;
    const stops = rules.strips.map((strip, reel) => (now.held & (1 << reel) ? 0 : stream.below(strip.length)));
    const turned = table.mystery && shows(rules, table.rows, stops, 'mystery') ? draw(table.mystery, stream) : undefined;
    const multiplier = rules.multipliers ? draw(rules.multipliers, stream) : 1;
    const settled = settleSpin(table, rules, { stops, ...now, turned });
    const steps = settled.gridSteps.map(({ grid, seen, multiplier: step, wins }) => ({
      grid,
      ...(seen === grid ? {} : { seen }),
      multiplier: step * multiplier,
      wins: wins.map((win) => this.pay(win, win.kind === 'scatter' ? 1 : step * multiplier)),
    }));
    const held = rules.strips.flatMap((_, reel) => (now.held & (1 << reel) ? [reel] : []));
    const record: SlotSpin = {
      kind,
      multiplier,
      ...(held.length > 0 ? { held } : {}),
      ...(now.special ? { special: now.special } : {}),
      steps,
      scatters: settled.scatters,
    };
    this.spins.push(record);
    return { ...settled, record, grid: settled.gridSteps.at(-1)?.grid ?? [] };
  }

  /** Adds a respin as long as a wild has filled another reel. */
  respins(base: Spun): void {
    if (!this.table.wild?.respins) return;
    let [before, held] = [0, base.held];
    while (held !== before) {
      before = held;
      held = this.spin('respin', this.table.base, { held, special: undefined }).held;
    }
  }

  wheel({ grid, scatters }: Spun): void {
    const { wheel, rows } = this.table;
    const count = wheel ? countOf(grid, 'bonus') : 0;
    if (!wheel || count < wheel.from) return;
    const index = drawIndex(wheel.segments, this.stream);
    const stakes = wheel.segments[index]?.[0] ?? 0;
    const win = this.payStakes('wheel', 'bonus', cellsOf(grid, rows, 'bonus'), stakes);
    this.spins.push({ kind: 'wheel', multiplier: 1, steps: [{ grid, multiplier: 1, wins: [win] }], scatters, segment: index });
  }

  hold({ grid, scatters }: Spun): void {
    const { hold } = this.table;
    if (!hold || countOf(grid, 'coin') < hold.from) return;
    const coins = grid.flat().map((symbol) => (symbol === 'coin' ? draw(hold.values, this.stream) : 0));
    const steps: SlotStep[] = [this.coinStep(grid, coins)];
    for (let respin = 0; respin < hold.respins && coins.includes(0); respin++) {
      for (const [cell, value] of coins.entries()) {
        if (value === 0 && this.stream.below(hold.oneIn) === 0) coins[cell] = draw(hold.values, this.stream);
      }
      steps.push(this.coinStep(grid, coins));
    }
    const cells = coins.flatMap((value, cell) => (value > 0 ? [cell] : []));
    const sum = coins.reduce((total, value) => total + value, 0);
    const wins = [this.payStakes('coins', 'coin', cells, sum)];
    if (cells.length === coins.length) wins.push(this.payStakes('full', 'coin', cells, hold.full));
    for (const [index, step] of steps.entries()) {
      const last = index === steps.length - 1;
      this.spins.push({ kind: 'hold', multiplier: 1, steps: [last ? { ...step, wins } : step], scatters });
    }
  }

  freeSpins(base: Spun): void {
    const { free } = this.table;
    const won = free ? prizeFor(free.won, base.scatters) : 0;
    if (!free || won === 0) return;
    this.award(won);
    const special = free.special && draw(free.special, this.stream);
    let [left, held] = [won, 0];
    for (let index = 0; index < left; index++) {
      const spun = this.spin('free', free, { held, special });
      if (free.sticky) held = spun.held;
      const more = index < won ? prizeFor(free.again, spun.scatters) : 0;
      if (more > 0) this.award(more);
      left += more;
    }
  }

  /** Records in the newest spin how many free spins it has won. */
  private award(awarded: number): void {
    const last = this.spins.pop();
    if (last) this.spins.push({ ...last, awarded });
  }

  private coinStep(grid: Grid, coins: readonly number[]): SlotStep {
    const { rows } = this.table;
    const displayed = grid.map((column, reel) => column.map((symbol, row): Rank => (coins[reel * rows + row] ? 'coin' : symbol)));
    return { grid: displayed, multiplier: 1, wins: [], coins: [...coins] };
  }

  private pay({ coins, ...win }: CoinWin, multiplier: number): SlotWin {
    const payout = this.coin * BigInt(coins * win.multiplier * multiplier);
    this.payout += payout;
    return { ...win, multiplier: win.multiplier * multiplier, payout: toWire(payout) };
  }

  private payStakes(kind: SlotWin['kind'], symbol: Rank, cells: readonly number[], stakes: number): SlotWin {
    const payout = this.stake * BigInt(stakes);
    this.payout += payout;
    return { kind, symbol, count: cells.length, cells, multiplier: 1, payout: toWire(payout) };
  }
}

function drawIndex(weights: Weights<unknown>, stream: FairStream): number {
  let left = stream.below(totalWeight(weights));
  return weights.findIndex(([, weight]) => {
    left -= weight;
    return left < 0;
  });
}

/** A single possible value uses no number of the stream. */
function draw<T>(weights: Weights<T>, stream: FairStream): T {
  const drawn = weights[weights.length > 1 ? drawIndex(weights, stream) : 0];
  if (!drawn) throw new RangeError('weights without a value');
  return drawn[0];
}
