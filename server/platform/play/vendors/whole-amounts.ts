import { UNITS_PER_WHOLE, type Units } from '../../../../shared/money/money.ts';
import { paidDecimals } from '../../../../shared/money/paid-decimals.ts';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import { answer, type Holder } from './answers.ts';

/**
 * True if the amount has a fraction that the currency cannot pay out: half a dong would stay in the wallet for ever. Amounts of currencies
 * with decimals may be finer than a cent.
 */
export function hasFraction(units: Units, currency: string): boolean {
  return paidDecimals(currency) === 0 && units % UNITS_PER_WHOLE !== 0n;
}

/** Nothing is stored: the same id may come with another amount. */
export function refuseFraction(holder: Holder): SeamlessAnswer {
  return { ...answer(holder, 'BAD_REQUEST'), message: 'amount_not_whole' };
}
