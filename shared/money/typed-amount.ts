import type { RefusalCode } from '../codes.ts';
import { isPayable, parseInputAmount } from './money.ts';
import { paidDecimals } from './paid-decimals.ts';

/**
 * Why an amount that a person typed cannot be paid in the currency; undefined if it can. "25.000" is refused in every currency, because it
 * is 25,000 dong to some and 25 to others; where the currency has no decimals the refusal says how to write it.
 */
export function amountProblem(
  text: string | undefined,
  currency: string,
): Extract<RefusalCode, 'amount_invalid' | 'amount_not_whole'> | undefined {
  const units = parseInputAmount(text);
  if (units !== undefined && isPayable(units, currency)) return undefined;
  return paidDecimals(currency) === 0 ? 'amount_not_whole' : 'amount_invalid';
}
