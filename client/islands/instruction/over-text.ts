import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { parseInputAmount, type Units } from '../../../shared/money/money.ts';

/** Error text for an amount above the current maximum; undefined if the text is not an amount yet. */
export function overText(typed: string, most: Units, currency: CurrencyView, text: (max: string) => string): string | undefined {
  const units = parseInputAmount(typed.trim());
  return units !== undefined && units > most ? text(amountText(most, currency)) : undefined;
}
