import { hundredthsText } from '../hundredths.ts';

/** An exact fraction in lowest terms; the denominator is positive. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

export function fraction(top: bigint, bottom = 1n): Fraction {
  const divisor = greatestCommonDivisor(top < 0n ? -top : top, bottom);
  return { top: top / divisor, bottom: bottom / divisor };
}

export function add(one: Fraction, other: Fraction): Fraction {
  return fraction(one.top * other.bottom + other.top * one.bottom, one.bottom * other.bottom);
}

export function multiply(one: Fraction, other: Fraction): Fraction {
  return fraction(one.top * other.top, one.bottom * other.bottom);
}

export function isLess(one: Fraction, other: Fraction): boolean {
  return one.top * other.bottom < other.top * one.bottom;
}

/** Percent with two decimals, rounded to the nearest: 36/37 is "97.30". */
export function toPercent(value: Fraction): string {
  return hundredthsText((value.top * 20_000n + value.bottom) / (value.bottom * 2n));
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}
