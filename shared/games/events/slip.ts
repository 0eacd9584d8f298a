import { hundredthsText } from '../../hundredths.ts';
import { CENT, coinOfStake, downToCoins } from '../../money/currency-steps.ts';
import { UNITS_PER_WHOLE, type Units } from '../../money/money.ts';

/** A multiple has at least two legs, each on a different match. */
export const MAX_LEGS = 8;
/** Maximum payout of one bet, in cents of a euro; `inCoins` scales it to a currency. */
export const MAX_PAYOUT: Units = 100_000n * UNITS_PER_WHOLE;

/** `void`: the match was not completed, and the leg counts as 1.00. */
export type LegState = 'open' | 'won' | 'lost' | 'void';
export interface LegOdds {
  /** In hundredths. */
  readonly odds: number;
  readonly state: LegState;
}

/**
 * The payout if every open leg wins: the stake times the product of the exact odds, with void legs at 1.00, rounded down to the
 * coin at the end. Zero after a lost leg; the stake when all legs are void.
 */
export function slipPayout(stake: Units, legs: readonly LegOdds[], coin: Units = CENT): Units {
  if (legs.some(({ state }) => state === 'lost')) return 0n;
  let [top, bottom] = [stake, 1n];
  for (const { odds, state } of legs) {
    if (state === 'void') continue;
    top *= BigInt(odds);
    bottom *= 100n;
  }
  return downToCoins(top / bottom, coinOfStake(stake, coin));
}

/** State of a bet: lost with its first lost leg, otherwise final with its last result. `void`: every leg is void. */
export function slipState(legs: readonly Pick<LegOdds, 'state'>[]): LegState {
  if (legs.some(({ state }) => state === 'lost')) return 'lost';
  if (legs.some(({ state }) => state === 'open')) return 'open';
  return legs.every(({ state }) => state === 'void') ? 'void' : 'won';
}

/** The exact product of the odds of a bet, in decimals; void legs count 1.00. */
export function totalOdds(legs: readonly LegOdds[]): string {
  const counting = legs.filter(({ state }) => state !== 'void');
  const decimals = Math.max(2, counting.length * 2);
  const product = counting.reduce((product, { odds }) => product * BigInt(odds), counting.length > 0 ? 1n : 100n);
  const digits = String(product).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/(\.\d\d\d*?)0+$/, '$1');
}

const SHOWN_DECIMALS = 4;

/**
 * Odds on screen. The return is the stake times the exact odds, so they are shown in full if they have at most four decimals (two
 * legs), otherwise rounded to the hundredth and marked as approximate.
 */
export function shownOdds(exact: string): string {
  const [whole = '', decimals = ''] = exact.split('.');
  if (decimals.length <= SHOWN_DECIMALS) return exact;
  const hundredths = (BigInt(whole + decimals.slice(0, 3)) + 5n) / 10n;
  return `≈ ${hundredthsText(hundredths)}`;
}
