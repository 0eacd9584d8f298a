import type { Units } from './money.ts';

/** Fee of one payment: a fixed part and basis points of the amount. */
export interface FeeRule {
  readonly fixed: Units;
  readonly basisPoints: number;
}

const BASIS_POINTS = 10_000n;
const UNITS_PER_CENT = 100n;

/**
 * The fee of an amount. The only rounding rule of fees: the percentage is rounded down to a whole hundredth of the
 * currency unit, in favour of the payer. The fee may be as large as the amount; the caller defines how much must
 * remain.
 */
export function feeOf(amount: Units, { fixed, basisPoints }: FeeRule): Units {
  const share = (amount * BigInt(basisPoints)) / BASIS_POINTS;
  return fixed + (share - (share % UNITS_PER_CENT));
}
