import { add, type Fraction, fraction } from '../fraction.ts';
import { KENO_DRAWN, KENO_NUMBERS, KENO_TENTHS, kenoChance } from '../keno.ts';
import type { BallOptions } from './rules.ts';

/** The highest number of the lower half. */
const HALF = KENO_NUMBERS / 2;
/** The middle of the lowest and the highest total of 20 numbers. */
const MIDDLE_TOTAL = (KENO_DRAWN * (KENO_NUMBERS + 1)) / 2;

/**
 * Sets of 20 of 80 numbers by their total. A table, because counting them takes longer than a page may; a test counts them again.
 * Totals at the same distance from the middle are equally frequent, so `big` and `small` have the same number of sets.
 */
const SETS_BY_TOTAL: Readonly<Record<string, bigint>> = {
  big: 1_759_886_689_338_606_861n,
  small: 1_759_886_689_338_606_861n,
  middle: 15_542_763_534_960_598n,
  odd: 1_767_658_070_682_256_896n,
  even: 1_767_658_071_529_917_424n,
};
const SETS = 3_535_316_142_212_174_320n;

const OPTIONS: Readonly<Record<BallOptions, readonly string[]>> = {
  total: Object.keys(SETS_BY_TOTAL),
  halves: ['moreLow', 'moreHigh', 'level'],
  parity: ['moreOdd', 'moreEven', 'level'],
};

export function ballOptions(options: BallOptions): readonly string[] {
  return OPTIONS[options];
}

/** The options that win with the drawn numbers. */
export function ballOptionsOf(options: BallOptions, numbers: readonly number[]): readonly string[] {
  if (options === 'total') {
    const total = numbers.reduce((sum, number) => sum + number, 0);
    const size = total > MIDDLE_TOTAL ? 'big' : total < MIDDLE_TOTAL ? 'small' : 'middle';
    return [size, total % 2 === 1 ? 'odd' : 'even'];
  }
  const first = numbers.filter((number) => (options === 'halves' ? number <= HALF : number % 2 === 1)).length;
  const [more, less, level] = OPTIONS[options];
  return [(2 * first > numbers.length ? more : 2 * first < numbers.length ? less : level) ?? ''];
}

export function ballChance(options: BallOptions, option: string): Fraction {
  if (options === 'total') return fraction(SETS_BY_TOTAL[option] ?? 0n, SETS);
  // Both properties hold for half of the numbers, so `hits` of them are drawn as often as hits of a bet on that many numbers.
  const counts = Array.from({ length: KENO_DRAWN + 1 }, (_, count) => count);
  const wins = counts.filter((count) => {
    const difference = 2 * count - KENO_DRAWN;
    if (option === 'level') return difference === 0;
    return option === OPTIONS[options][0] ? difference > 0 : difference < 0;
  });
  return wins.map((count) => kenoChance(HALF, count)).reduce(add, fraction(0n));
}

/** The prizes of marked numbers relative to each other, by the number of hits. */
export function spotWeights(picks: number): ReadonlyMap<number, bigint> {
  return new Map(Object.entries(KENO_TENTHS[picks] ?? {}).map(([hits, tenths]) => [Number(hits), BigInt(tenths)]));
}
