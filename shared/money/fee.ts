import { payableUnit, type Units } from './money.ts';

/** Fee of one payment: a fixed part and basis points of the amount. */
export interface FeeRule {
  readonly fixed: Units;
  readonly basisPoints: number;
}

const BASIS_POINTS = 10_000n;

/**
 * The fee of an amount. The only rounding rule of fees: the percentage is rounded down to the smallest amount that is paid in the currency,
 * in favour of the payer, and so is a fixed part that cannot be paid. The fee may be as large as the amount; the caller defines how much
 * must remain.
 */
export function feeOf(amount: Units, { fixed, basisPoints }: FeeRule, currency: string): Units {
  return payable(fixed, currency) + payable((amount * BigInt(basisPoints)) / BASIS_POINTS, currency);
}

function payable(units: Units, currency: string): Units {
  return units - (units % payableUnit(currency));
}
