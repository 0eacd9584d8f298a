const CURRENCY = /^[A-Z]{3}$/;
/** Decimals of a unit of money. */
export const UNIT_DECIMALS = 4;
const USUAL_DECIMALS = 2;
/** Most decimals of an amount that is paid and shown. */
const MOST_PAID_DECIMALS = 2;

/**
 * Currencies whose decimals by ISO 4217 are not two. The table is part of the product because `Intl` gives other figures in other browsers
 * and releases of Node, and the smallest amount that is paid must not change with them.
 */
const ISO_DECIMALS: ReadonlyMap<string, number> = new Map([
  ...decimalsOf(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...decimalsOf(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...decimalsOf(4, 'CLF UYW'),
]);

/**
 * ISO 4217 gives these two decimals, but neither prices nor bank transfers have any: sen, filler and pya are out of use. Amounts are paid
 * and shown in whole units; a fraction that comes from a vendor's books is still booked and shown.
 */
const PAID_IN_WHOLE = new Set(['HUF', 'IDR', 'KHR', 'LAK', 'MMK']);

/** Decimals that a currency has by ISO 4217, at most four; undefined if this is no code of a currency. For the protocols of vendors. */
export function currencyDecimals(currency: unknown): number | undefined {
  if (typeof currency !== 'string' || !CURRENCY.test(currency)) return undefined;
  return ISO_DECIMALS.get(currency) ?? USUAL_DECIMALS;
}

/** Decimals with which amounts of a currency are entered, paid and shown: none or two. An unknown currency has two. */
export function paidDecimals(currency: string): 0 | 2 {
  if (PAID_IN_WHOLE.has(currency)) return 0;
  return (currencyDecimals(currency) ?? MOST_PAID_DECIMALS) === 0 ? 0 : MOST_PAID_DECIMALS;
}

function decimalsOf(decimals: number, codes: string): readonly (readonly [string, number])[] {
  return codes.split(' ').map((code) => [code, decimals]);
}
