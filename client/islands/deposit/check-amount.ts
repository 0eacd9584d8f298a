import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { typedProblem, typedUnits } from '../../../shared/money/typed-amount.ts';

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
  if (typed.trim() === '') return t('wallet.amountRequired');
  const problem = typedProblem(typed, currency.currency);
  if (problem !== undefined) return t(`errors.${problem}`);
  const units = typedUnits(typed, currency.currency) ?? 0n;
  if (units >= (parseWireAmount(minAmount) ?? 0n) && units <= (parseWireAmount(maxAmount) ?? 0n)) return undefined;
  return t('errors.amount_out_of_range', { min: amountText(minAmount, currency), max: amountText(maxAmount, currency) });
}
