const CURRENCY = /^[A-Z]{3}$/;
/** Decimals of a unit of money. */
export const UNIT_DECIMALS = 4;
const USUAL_DECIMALS = 2;

/** Currencies whose decimals by ISO 4217 are not two. */
const ISO_DECIMALS: ReadonlyMap<string, number> = new Map([
  ...decimalsOf(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...decimalsOf(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...decimalsOf(4, 'CLF UYW'),
]);

/** Decimals that a currency has by ISO 4217, at most four; undefined if this is no code of a currency. For the protocols of vendors. */
export function currencyDecimals(currency: unknown): number | undefined {
  if (typeof currency !== 'string' || !CURRENCY.test(currency)) return undefined;
  return ISO_DECIMALS.get(currency) ?? USUAL_DECIMALS;
}

function decimalsOf(decimals: number, codes: string): readonly (readonly [string, number])[] {
  return codes.split(' ').map((code) => [code, decimals]);
}
