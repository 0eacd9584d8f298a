import type { RefusalCode } from '../codes.ts';
import { isPayable, parseInputAmount, type Units } from './money.ts';
import { paidDecimals } from './paid-decimals.ts';

type Problem = Extract<RefusalCode, 'amount_invalid' | 'amount_not_whole'>;

/** Whole amounts in exact groups of three with one kind of separator: "300.000", "1,250,000". */
const GROUPED = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3}){0,3}$/;

/**
 * Why an amount of a call cannot be paid in the currency; undefined if it can. A call carries decimal text without separators, so that
 * every platform reads the same amount. What a person types is converted before the call, by `plainAmount`.
 */
export function amountProblem(text: string | undefined, currency: string): Problem | undefined {
  const units = parseInputAmount(text);
  if (units !== undefined && isPayable(units, currency)) return undefined;
  return paidDecimals(currency) === 0 ? 'amount_not_whole' : 'amount_invalid';
}

/**
 * The text of a call for what a person typed. Where the currency has no decimals, a point or comma can only separate thousands: "300.000" is
 * 300000. Where it has decimals, "1.000" is 1 to some and 1000 to others: the text stays as it is, and `typedProblem` refuses it.
 */
export function plainAmount(typed: string, currency: string): string {
  const text = typed.trim();
  return paidDecimals(currency) === 0 && GROUPED.test(text) ? text.replaceAll(/[.,]/g, '') : text;
}

/** Why an amount that a person typed is refused. Without decimals "300.00" is refused too: it may be 300, or 300,000 without its last zero. */
export function typedProblem(typed: string, currency: string): Problem | undefined {
  const text = plainAmount(typed, currency);
  return paidDecimals(currency) === 0 && text.includes('.') ? 'amount_not_whole' : amountProblem(text, currency);
}

/** Units of an amount that a person typed; undefined if it is refused. */
export function typedUnits(typed: string, currency: string): Units | undefined {
  return typedProblem(typed, currency) === undefined ? parseInputAmount(plainAmount(typed, currency)) : undefined;
}
