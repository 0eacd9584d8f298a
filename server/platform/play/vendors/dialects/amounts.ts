import { currencyDecimals, UNIT_DECIMALS } from '../../../../../shared/money/currency-decimals.ts';
import { UNITS_PER_WHOLE, type Units } from '../../../../../shared/money/money.ts';

const DECIMAL = /^(0|[1-9]\d{0,13})(?:\.(\d{1,4}))?$/;

/** Units of a decimal text such as "12.50". Undefined for other text, for numbers, and for more decimals than the currency has. */
export function readDecimal(text: unknown, currency: unknown): Units | undefined {
  const decimals = currencyDecimals(currency);
  const found = typeof text === 'string' ? DECIMAL.exec(text) : null;
  if (decimals === undefined || found === null) return undefined;
  const [, whole = '0', fraction = ''] = found;
  // Zeros at the end are no decimals of the amount.
  if (fraction.replace(/0+$/, '').length > decimals) return undefined;
  return BigInt(whole) * UNITS_PER_WHOLE + BigInt(fraction.padEnd(UNIT_DECIMALS, '0'));
}

/** Exactly the amount, with at least the decimals of the currency. */
export function writeDecimal(units: Units, currency: string): string {
  const decimals = currencyDecimals(currency) ?? UNIT_DECIMALS;
  const absolute = units < 0n ? -units : units;
  const fraction = String(absolute % UNITS_PER_WHOLE).padStart(UNIT_DECIMALS, '0');
  const shown = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${absolute / UNITS_PER_WHOLE}${shown === '' ? '' : `.${shown}`}`;
}
