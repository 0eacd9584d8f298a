import { countOf, type Rank } from './ranks.ts';
import { settleSpin, shows } from './settle-spin.ts';
import { type SlotTable, type SpinRules, totalWeight } from './table.ts';

/** All combinations of stops with the same result, and their payout in coins before the multiplier of the spin. */
export interface Group {
  readonly scatters: number;
  readonly bonus: number;
  readonly coins: number;
  readonly held: number;
  /** Equally likely cases: combinations of stops times the symbols that mystery symbols can become. */
  count: number;
  sum: number;
  squares: number;
  most: number;
  /** Cases without a payout. */
  empty: number;
}

export interface Condition {
  readonly held?: number;
  readonly special?: Rank;
  /** Fixed stops of the first reels: a part of all combinations. */
  readonly first?: readonly number[];
}

/**
 * Settles every combination of stops with the code that plays the game, for the exact distribution in integers. Takes minutes
 * for the largest tables.
 */
export function enumerate(table: SlotTable, rules: SpinRules, { held = 0, special, first = [] }: Condition): readonly Group[] {
  const groups = new Map<number, Group>();
  const stops = rules.strips.map((_, reel) => first[reel] ?? 0);
  const whole = table.mystery ? totalWeight(table.mystery) : 1;
  const settle = (turned: Rank | undefined, weight: number) => {
    const settled = settleSpin(table, rules, { stops, held, special, turned });
    const grid = settled.gridSteps.at(-1)?.grid ?? [];
    const bonus = table.wheel ? countOf(grid, 'bonus') : 0;
    const coins = table.hold ? countOf(grid, 'coin') : 0;
    const key = ((settled.held * 32 + coins) * 32 + bonus) * 32 + settled.scatters;
    let group = groups.get(key);
    if (!group) {
      group = { scatters: settled.scatters, bonus, coins, held: settled.held, count: 0, sum: 0, squares: 0, most: 0, empty: 0 };
      groups.set(key, group);
    }
    group.count += weight;
    group.sum += settled.coins * weight;
    group.squares += settled.coins * settled.coins * weight;
    if (settled.coins > group.most) group.most = settled.coins;
    if (settled.coins === 0) group.empty += weight;
    return grid;
  };
  const settleAll = () => {
    if (!table.mystery || !shows(rules, table.rows, stops, 'mystery')) return settle(undefined, whole);
    for (const [turned, weight] of table.mystery) settle(turned, weight);
  };
  eachStop(rules, stops, held, first.length, settleAll);
  for (const group of groups.values()) {
    if (![group.count, group.sum, group.squares].every(Number.isSafeInteger)) throw new RangeError('sums too large to be exact');
  }
  return [...groups.values()];
}

/** Iterates through the stops of all reels from `from` on that are not held; changes `stops` in place. */
function eachStop({ strips }: SpinRules, stops: number[], held: number, from: number, visit: () => void): void {
  const reels = strips.flatMap((_, reel) => (reel < from || held & (1 << reel) ? [] : [reel]));
  for (;;) {
    visit();
    let place = reels.length - 1;
    for (; place >= 0; place--) {
      const reel = reels[place] ?? 0;
      const next = ((stops[reel] ?? 0) + 1) % (strips[reel]?.length ?? 1);
      stops[reel] = next;
      if (next !== 0) break;
    }
    if (place < 0) return;
  }
}
