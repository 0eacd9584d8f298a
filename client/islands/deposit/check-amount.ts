import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { parseInputAmount, parseWireAmount } from '../../../shared/money/money.ts';
import { amountProblem } from '../../../shared/money/typed-amount.ts';

export interface AmountLimits {
  readonly minAmount: string;
  readonly maxAmount: string;
}

/** Error text for a typed amount; undefined if it is valid. */
export function checkAmount(
  t: Translate,
  typed: string,
  { minAmount, maxAmount }: AmountLimits,
  currency: CurrencyView,
): string | undefined {
  const text = typed.trim();
  if (text === '') return t('wallet.amountRequired');
  const problem = amountProblem(text, currency.currency);
  if (problem !== undefined) return t(`errors.${problem}`);
  const units = parseInputAmount(text) ?? 0n;
  if (units >= (parseWireAmount(minAmount) ?? 0n) && units <= (parseWireAmount(maxAmount) ?? 0n)) return undefined;
  return t('errors.amount_out_of_range', { min: amountText(minAmount, currency), max: amountText(maxAmount, currency) });
}
