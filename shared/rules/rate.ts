/** Rates are whole basis points: hundredths of a percent. On screens and in forms they are percents with up to two decimals. */
const RATE = /^(\d{1,3})(?:[.,](\d{1,2}))?$/;
const MAX = 10_000;

/** Basis points of an entered percentage ("0.5" is 50); undefined for anything else and above 100 percent. */
export function parseRate(text: string): number | undefined {
  const [, whole, decimals = ''] = RATE.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const basisPoints = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return basisPoints <= MAX ? basisPoints : undefined;
}

/** The percentage without a sign ("0.5"). */
export function rateText(basisPoints: number): string {
  const decimals = String(basisPoints % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.floor(basisPoints / 100)}${decimals === '' ? '' : `.${decimals}`}`;
}
