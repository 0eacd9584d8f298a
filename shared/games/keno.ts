import type { Units } from '../money/money.ts';
import { drawDistinct, type FairStream } from './fairness.ts';
import { add, type Fraction, fraction, isLess, multiply } from './fraction.ts';

export const KENO_NUMBERS = 80;
export const KENO_DRAWN = 20;
export const KENO_MAX_PICKS = 10;

/** Multiplier of the stake in tenths, by number of picks and number of hits; a pair that is not listed pays nothing. */
export const KENO_TENTHS: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  1: { 1: 38 },
  2: { 2: 158 },
  3: { 2: 25, 3: 435 },
  4: { 2: 15, 3: 80, 4: 920 },
  5: { 3: 30, 4: 280, 5: 5600 },
  6: { 3: 20, 4: 100, 5: 670, 6: 15_000 },
  7: { 3: 10, 4: 40, 5: 280, 6: 2500, 7: 60_000 },
  8: { 4: 20, 5: 140, 6: 1000, 7: 13_000, 8: 200_000 },
  9: { 4: 10, 5: 60, 6: 470, 7: 3500, 8: 45_000, 9: 300_000 },
  10: { 0: 20, 5: 30, 6: 240, 7: 1500, 8: 10_000, 9: 80_000, 10: 500_000 },
};

/** Multiplier as shown and as part of an outcome: "3.8". */
export function kenoMultiplier(picks: number, hits: number): string {
  const tenths = KENO_TENTHS[picks]?.[hits] ?? 0;
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

export interface KenoOutcome {
  readonly engine: 'keno';
  readonly drawn: readonly number[];
  readonly hits: readonly number[];
  readonly multiplier: string;
}

/** `stake` is a whole number of ten cents, so that no prize has a fraction of a cent. */
export function playKeno(picks: readonly number[], stake: Units, stream: FairStream): { outcome: KenoOutcome; payout: Units } {
  const drawn = drawDistinct(stream, KENO_NUMBERS, KENO_DRAWN);
  const hits = picks.filter((pick) => drawn.includes(pick)).sort((one, other) => one - other);
  const payout = (stake * BigInt(KENO_TENTHS[picks.length]?.[hits.length] ?? 0)) / 10n;
  return { outcome: { engine: 'keno', drawn, hits, multiplier: kenoMultiplier(picks.length, hits.length) }, payout };
}

/** Chance of exactly `hits` of `picks` among the drawn numbers (hypergeometric). */
export function kenoChance(picks: number, hits: number): Fraction {
  return fraction(choose(picks, hits) * choose(KENO_NUMBERS - picks, KENO_DRAWN - hits), choose(KENO_NUMBERS, KENO_DRAWN));
}

export function kenoReturn(picks: number): Fraction {
  return Object.entries(KENO_TENTHS[picks] ?? {}).reduce(
    (total, [hits, tenths]) => add(total, multiply(kenoChance(picks, Number(hits)), fraction(BigInt(tenths), 10n))),
    fraction(0n),
  );
}

/** The return of the worst number of picks, which is the published one. */
export function lowestKenoReturn(): Fraction {
  return Object.keys(KENO_TENTHS)
    .map((picks) => kenoReturn(Number(picks)))
    .reduce((lowest, other) => (isLess(other, lowest) ? other : lowest));
}

function choose(size: number, count: number): bigint {
  let ways = 1n;
  for (let i = 1; i <= count; i++) ways = (ways * BigInt(size - count + i)) / BigInt(i);
  return ways;
}
