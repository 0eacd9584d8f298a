import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import type { Units } from '../../../shared/money/money.ts';
import { typedUnits } from '../../../shared/money/typed-amount.ts';

/** Error text for an amount above the current maximum; undefined if the text is not an amount yet. */
export function overText(typed: string, max: Units, currency: CurrencyView, text: (max: string) => string): string | undefined {
  const units = typedUnits(typed, currency.currency);
  return units !== undefined && units > max ? text(amountText(max, currency)) : undefined;
}
