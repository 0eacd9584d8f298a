import { add, type Fraction, fraction, multiply } from '../fraction.ts';
import { type Condition, enumerate, type Group } from './enumerate.ts';
import type { Rank } from './ranks.ts';
import { coinsOf, type FreeSpins, prizeFor, type SlotTable, type SpinRules, totalWeight, type Weights } from './table.ts';

/** Distribution of a payout in coins: the exact mean, the mean square, and the maximum. */
interface Worth {
  readonly mean: Fraction;
  readonly square: number;
  readonly most: number;
}

export interface Exact {
  /** Return per unit staked. */
  readonly returned: Fraction;
  /** Standard deviation of a round, in stakes. */
  readonly deviation: number;
  /** Share of rounds whose first spin pays or starts a feature. */
  readonly hit: Fraction;
  /** The largest possible round, in coins. */
  readonly most: number;
}

/** Returns the groups of a spin; injected so that a test can count calls. */
export type Enumerate = (rules: SpinRules, condition: Condition) => readonly Group[];

const NOTHING: Worth = { mean: fraction(0n), square: 0, most: 0 };
const whole = (value: number) => fraction(BigInt(value));
const share = (part: number, all: number) => fraction(BigInt(part), BigInt(all));
const approximate = ({ top, bottom }: Fraction) => Number((top * 10n ** 18n) / bottom) / 1e18;

/**
 * The exact return of a table from all combinations of its stops. The spins of a round are independent except for the special
 * symbol of free spins and for held reels, which are enumerated one by one.
 */
export function exactFigures(table: SlotTable, groupsOf: Enumerate = (rules, condition) => enumerate(table, rules, condition)): Exact {
  const groups = groupsOf(table.base, {});
  const features = memoized(
    (group: Group) => [group.held, group.scatters, group.bonus, group.coins].join(),
    featuresAfter(table, groupsOf),
  );
  const worth = spinWorth(table.base, groups, features);
  const cases = countAll(groups);
  const misses = groups.reduce((sum, group) => sum + (features(group).most > 0 ? 0 : group.empty), 0);
  const coins = coinsOf(table);
  const returned = multiply(worth.mean, share(1, coins));
  const deviation = Math.sqrt(worth.square / coins ** 2 - approximate(returned) ** 2);
  return { returned, deviation, hit: share(cases - misses, cases), most: worth.most };
}

/** The worth of a spin together with the features that each of its groups starts. */
function spinWorth(rules: SpinRules, groups: readonly Group[], next: (group: Group) => Worth): Worth {
  const cases = countAll(groups);
  const { mean: factor, square: factorSquare, most: factorMost } = weighted(rules.multipliers ?? [[1, 1]]);
  let [mean, square, most] = [fraction(0n), 0, 0];
  for (const group of groups) {
    const after = next(group);
    const own = multiply(share(group.sum, cases), factor);
    mean = add(mean, add(own, multiply(share(group.count, cases), after.mean)));
    square += (group.squares / cases) * factorSquare + 2 * approximate(own) * approximate(after.mean);
    square += (group.count / cases) * after.square;
    most = Math.max(most, group.most * factorMost + after.most);
  }
  return { mean, square, most };
}

function featuresAfter(table: SlotTable, groupsOf: Enumerate): (group: Group) => Worth {
  const respins = respinWorth(table, groupsOf);
  const free = memoized(String, freeWorth(table, groupsOf));
  return ({ held, bonus, coins, scatters }) => {
    const wheel = table.wheel && bonus >= table.wheel.from ? scaled(weighted(table.wheel.segments), coinsOf(table)) : NOTHING;
    return [respins(held), wheel, scaled(holdWorth(table, coins), coinsOf(table)), free(prizeFor(table.free?.won, scatters))].reduce(both);
  };
}

/** The worth of the respins with these reels held; each newly held reel adds another respin. */
function respinWorth(table: SlotTable, groupsOf: Enumerate): (held: number) => Worth {
  const from = memoized(String, (held: number): Worth => {
    if (!table.wild?.respins || held === 0) return NOTHING;
    return spinWorth(table.base, groupsOf(table.base, { held }), (group) => (group.held === held ? NOTHING : from(group.held)));
  });
  return from;
}

function freeWorth(table: SlotTable, groupsOf: Enumerate): (won: number) => Worth {
  const { free } = table;
  if (!free) return () => NOTHING;
  if (free.sticky) return (won) => (won === 0 ? NOTHING : stickyWorth(free, groupsOf)(won, 0));
  const single = memoized(String, (special: Rank | 'none') => freeSpinWorth(free, groupsOf(free, special === 'none' ? {} : { special })));
  return (won) => {
    if (won === 0) return NOTHING;
    const cases: Weights<Rank | 'none'> = free.special ?? [['none', 1]];
    return mixed(cases.map(([special, weight]) => [times(single(special), won), weight]));
  };
}

/** The worth of one free spin from the base game, including retriggered spins. */
function freeSpinWorth(free: FreeSpins, groups: readonly Group[]): Worth {
  const withoutRetrigger = spinWorth(free, groups, () => NOTHING);
  return spinWorth(free, groups, (group) => times(withoutRetrigger, prizeFor(free.again, group.scatters)));
}

function stickyWorth(free: FreeSpins, groupsOf: Enumerate): (left: number, held: number) => Worth {
  const groups = memoized(String, (held: number) => groupsOf(free, { held }));
  const known = new Map<string, Worth>();
  const from = (left: number, held: number): Worth => {
    if (left === 0) return NOTHING;
    const key = `${left} ${held}`;
    const worth = known.get(key) ?? spinWorth(free, groups(held), (group) => from(left - 1, group.held));
    known.set(key, worth);
    return worth;
  };
  return from;
}

/** Coins on the final grid: those that started the hold, and every other cell that became one in a respin. In stakes. */
function holdWorth({ hold, rows, base }: SlotTable, begun: number): Worth {
  if (!hold || begun < hold.from) return NOTHING;
  const cells = rows * base.strips.length;
  const value = weighted(hold.values);
  const miss = fraction(BigInt(hold.oneIn - 1) ** BigInt(hold.respins), BigInt(hold.oneIn) ** BigInt(hold.respins));
  const hit = add(fraction(1n), multiply(miss, fraction(-1n)));
  const cell: Worth = { mean: multiply(hit, value.mean), square: approximate(hit) * value.square, most: value.most };
  const open = cells - begun;
  let full = fraction(1n);
  for (let index = 0; index < open; index++) full = multiply(full, hit);
  const coins = both(times(value, begun), times(cell, open));
  // On a full grid every open cell has hit, so its coins are worth the mean of that number of values.
  const prize = hold.full;
  const square = approximate(full) * (prize ** 2 + 2 * prize * cells * approximate(value.mean));
  return { mean: add(coins.mean, multiply(full, whole(prize))), square: coins.square + square, most: coins.most + prize };
}

function countAll(groups: readonly Group[]): number {
  return groups.reduce((sum, group) => sum + group.count, 0);
}

function weighted(weights: Weights<number>): Worth {
  const total = totalWeight(weights);
  const sum = (power: number) => weights.reduce((all, [value, weight]) => all + value ** power * weight, 0);
  return { mean: share(sum(1), total), square: sum(2) / total, most: Math.max(...weights.map(([value]) => value)) };
}

function mixed(cases: readonly (readonly [worth: Worth, weight: number])[]): Worth {
  const total = totalWeight(cases);
  return {
    mean: cases.map(([{ mean }, weight]) => multiply(mean, share(weight, total))).reduce(add),
    square: cases.reduce((sum, [{ square }, weight]) => sum + (square * weight) / total, 0),
    most: Math.max(...cases.map(([{ most }]) => most)),
  };
}

/** Sum of two independent payouts. */
function both(one: Worth, other: Worth): Worth {
  return {
    mean: add(one.mean, other.mean),
    square: one.square + other.square + 2 * approximate(one.mean) * approximate(other.mean),
    most: one.most + other.most,
  };
}

/** Sum of a number of independent, identical payouts. */
function times(worth: Worth, count: number): Worth {
  const square = count * worth.square + count * (count - 1) * approximate(worth.mean) ** 2;
  return { mean: multiply(worth.mean, whole(count)), square, most: worth.most * count };
}

function scaled({ mean, square, most }: Worth, factor: number): Worth {
  return { mean: multiply(mean, whole(factor)), square: square * factor ** 2, most: most * factor };
}

function memoized<A, R>(keyOf: (argument: A) => string, make: (argument: A) => R): (argument: A) => R {
  const known = new Map<string, R>();
  return (argument) => {
    const key = keyOf(argument);
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(argument);
    known.set(key, made);
    return made;
  };
}
