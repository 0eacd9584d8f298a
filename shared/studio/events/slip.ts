import { UNITS_PER_WHOLE, type Units } from '../../money/money.ts';

/** A multiple has at least two legs, from different matches. */
export const MOST_LEGS = 8;
/** No bet may promise more. */
export const MOST_PAYOUT: Units = 100_000n * UNITS_PER_WHOLE;
const CENT = UNITS_PER_WHOLE / 100n;

/** `void`: its match could not be played out; the leg counts 1.00. */
export type LegState = 'open' | 'won' | 'lost' | 'void';
export interface LegOdds {
  /** In hundredths. */
  readonly odds: number;
  readonly state: LegState;
}

/**
 * What a bet pays when every leg that is open wins: the stake times the product of the exact odds, void legs 1.00, rounded
 * down to the cent once, at the end. Nothing when a leg has lost, and the stake when all are void.
 */
export function slipPayout(stake: Units, legs: readonly LegOdds[]): Units {
  if (legs.some(({ state }) => state === 'lost')) return 0n;
  let [top, bottom] = [stake, 1n];
  for (const { odds, state } of legs) {
    if (state === 'void') continue;
    top *= BigInt(odds);
    bottom *= 100n;
  }
  return (top / (bottom * CENT)) * CENT;
}

/** Where a bet stands: lost with its first lost leg, otherwise known with its last one. `void`: every leg is. */
export function slipState(legs: readonly Pick<LegOdds, 'state'>[]): LegState {
  if (legs.some(({ state }) => state === 'lost')) return 'lost';
  if (legs.some(({ state }) => state === 'open')) return 'open';
  return legs.every(({ state }) => state === 'void') ? 'void' : 'won';
}

/** The odds of a bet as they are shown: the exact product of its legs, rounded down to the hundredth. */
export function totalOdds(legs: readonly LegOdds[]): bigint {
  let [top, bottom] = [100n, 1n];
  for (const { odds, state } of legs) {
    if (state === 'void') continue;
    top *= BigInt(odds);
    bottom *= 100n;
  }
  return top / bottom;
}
