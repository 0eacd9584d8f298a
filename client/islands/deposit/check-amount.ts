import type { Translate } from '../../../shared/i18n/translate.ts';
import { isPayable, parseInputAmount, parseWireAmount, wireToScreen } from '../../../shared/money/money.ts';

export interface AmountLimits {
  readonly minAmount: string;
  readonly maxAmount: string;
}

/** Error text for a typed amount; undefined if it is valid. */
export function checkAmount(t: Translate, typed: string, { minAmount, maxAmount }: AmountLimits, symbol: string): string | undefined {
  const text = typed.trim();
  if (text === '') return t('wallet.amountRequired');
  const units = parseInputAmount(text);
  if (units === undefined || !isPayable(units)) return t('errors.amount_invalid');
  if (units >= (parseWireAmount(minAmount) ?? 0n) && units <= (parseWireAmount(maxAmount) ?? 0n)) return undefined;
  return t('errors.amount_out_of_range', { min: symbol + wireToScreen(minAmount), max: symbol + wireToScreen(maxAmount) });
}
