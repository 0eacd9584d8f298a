const CURRENCY = /^[A-Z]{3}$/;
/** Decimals of a unit of money. */
export const UNIT_DECIMALS = 4;

/** Decimals that a currency has by ISO 4217, at most four; undefined if this is no code of a currency. */
export function currencyDecimals(currency: unknown): number | undefined {
  if (typeof currency !== 'string' || !CURRENCY.test(currency)) return undefined;
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.min(maximumFractionDigits ?? UNIT_DECIMALS, UNIT_DECIMALS);
}
