import { toWire, UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';

interface Size {
  readonly size: bigint;
  readonly sign: string;
}

const THOUSANDS: readonly Size[] = sizes(['B', 9], ['M', 6], ['k', 3]);
/** How large numbers are written short in a language, largest first. Part of the product, because `Intl` differs between browsers. */
const SIZES: Readonly<Record<string, readonly Size[]>> = {
  zh: sizes(['亿', 8], ['万', 4]),
  ja: sizes(['億', 8], ['万', 4]),
  vi: sizes(['tỷ', 9], ['tr', 6], ['k', 3]),
  id: sizes(['M', 9], ['jt', 6], ['rb', 3]),
};
/** Signs that fit a chip. */
const MAX_SIGNS = 5;

/**
 * An amount on a chip, without the currency: "1", "2.5", "1k", "12.5M", in Vietnamese "12.5tr". An amount that has no such form is cut to
 * three digits ("1.23M"); the label for assistive technology and the total next to it are exact.
 */
export function chipLabel(units: Units, language = document.documentElement.lang): string {
  const known = SIZES[language.split('-')[0] ?? ''] ?? THOUSANDS;
  const fitting = known.filter(({ size }) => units >= size * UNITS_PER_WHOLE);
  const exact = fitting
    .filter(({ size }) => units % (size * (UNITS_PER_WHOLE / 100n)) === 0n)
    .map(({ size, sign }) => trimmed(units / size) + sign);
  const shortest = [...exact, trimmed(units)].reduce((best, one) => (one.length < best.length ? one : best));
  const [largest] = fitting;
  if (shortest.length <= MAX_SIGNS || !largest) return shortest;
  return cut(units / largest.size) + largest.sign;
}

/** True if the label needs a smaller font: a sign of Chinese and Japanese is as wide as two digits. */
export function isLong(label: string): boolean {
  return [...label].reduce((width, sign) => width + (sign > '\u2e7f' ? 2 : 1), 0) >= MAX_SIGNS;
}

/** Three digits, the rest cut off. */
function cut(units: Units): string {
  const part = units >= 100n * UNITS_PER_WHOLE ? 1n : units >= 10n * UNITS_PER_WHOLE ? 10n : 100n;
  return trimmed(units - (units % (UNITS_PER_WHOLE / part)));
}

function trimmed(units: Units): string {
  return toWire(units).replace(/\.?0+$/, '');
}

function sizes(...signs: readonly (readonly [sign: string, zeros: number])[]): readonly Size[] {
  return signs.map(([sign, zeros]) => ({ size: 10n ** BigInt(zeros), sign }));
}
