import { currencySymbol } from './currency-symbol.ts';
import { parseWireAmount, toExactScreen, toScreen, type Units } from './money.ts';

/** The currency of amounts in an answer of the platform: decimals follow from the code, the symbol is the platform's. */
export interface CurrencyView {
  readonly currency: string;
  readonly currencySymbol: string;
}

/** An amount of money as every page, game, message and file for people shows it: "₫12,500,000", "−$1,234.50". */
export function amountText(amount: Units | string, of: CurrencyView | string, screen = toScreen): string {
  const { currency, currencySymbol: symbol } = typeof of === 'string' ? currencyView(of) : of;
  const units = typeof amount === 'string' ? parseWireAmount(amount) : amount;
  // A malformed amount is shown as it came, so that rendering never fails.
  const text = units === undefined ? String(amount) : screen(units, currency);
  return text.startsWith('-') ? `−${symbol}${text.slice(1)}` : symbol + text;
}

/** An amount of a page or statement whose figures add up: with all of its decimals, "$107.9942". */
export function exactText(amount: Units | string, of: CurrencyView | string): string {
  return amountText(amount, of, toExactScreen);
}

/** A currency with its usual symbol. */
export function currencyView(currency: string): CurrencyView {
  return currency === '' ? NO_CURRENCY : { currency, currencySymbol: currencySymbol(currency) };
}

/** Of an answer that did not arrive: amounts without a symbol. */
export const NO_CURRENCY: CurrencyView = { currency: '', currencySymbol: '' };
