import { parseInputAmount, type Units } from '../../../shared/money/money.ts';
import { amountProblem } from '../../../shared/money/typed-amount.ts';
import { Refusal } from './refusal.ts';

/** Units of an amount that a person typed: above zero, and payable in the currency. */
export function typedAmount(text: string | undefined, currency: string): Units {
  const problem = amountProblem(text, currency);
  if (problem !== undefined) throw new Refusal(problem);
  return parseInputAmount(text) ?? 0n;
}
