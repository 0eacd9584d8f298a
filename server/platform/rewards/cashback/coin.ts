import { currencyDecimals } from '../../../../shared/money/currency-decimals.ts';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';

/** Smallest payment: hundredths. */
const MOST_DECIMALS = 2;

/** Units of the smallest amount that is paid in a currency. */
export function coinOf(currency: string): bigint {
  return UNITS_PER_WHOLE / 10n ** BigInt(Math.min(currencyDecimals(currency) ?? MOST_DECIMALS, MOST_DECIMALS));
}
