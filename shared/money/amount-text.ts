import { coinOf } from './currency-steps.ts';
import { currencySymbol } from './currency-symbol.ts';
import { parseWireAmount, toScreen, UNITS_PER_WHOLE, type Units } from './money.ts';

/** An amount of a game on screen, with the symbol of its currency, and with decimals only where the coins of the currency need them. */
export function amountText(amount: Units | string, currency: string): string {
  const units = typeof amount === 'string' ? parseWireAmount(amount) : amount;
  const symbol = currency === '' ? '' : currencySymbol(currency);
  if (units === undefined) return `${symbol}${amount}`;
  const isWhole = units % UNITS_PER_WHOLE === 0n && hasWholeCoins(currency);
  return `${symbol}${isWhole ? toScreen(units).slice(0, -3) : toScreen(units)}`;
}

/** True if every prize in the currency is a whole number of it. */
function hasWholeCoins(currency: string): boolean {
  return coinOf(currency) % UNITS_PER_WHOLE === 0n;
}
