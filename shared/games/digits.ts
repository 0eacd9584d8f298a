import type { Units } from '../money/money.ts';
import type { DigitsVariant } from './catalogue.ts';
import type { FairStream } from './fairness.ts';
import { type Fraction, fraction, isLess } from './fraction.ts';

/** Number of digits drawn, each 0 to 9. */
export const DIGITS: Readonly<Record<DigitsVariant, number>> = { pair: 2, triple: 3, quad: 4 };
/** A multiplier is 0.95 divided by the chance, rounded down to the tenth; so the return is 95 % at most. */
export const DIGITS_RETURN = 95;

/** `straight`: all digits in order. `box`: all digits in any order. `last`: the last two digits in order. */
export const DIGITS_KINDS = ['straight', 'box', 'last'] as const;
export type DigitsKind = (typeof DIGITS_KINDS)[number];
const LAST = 2;

/** With two digits `straight` already covers the last two. */
export function digitsKinds(variant: DigitsVariant): readonly DigitsKind[] {
  return DIGITS[variant] > LAST ? DIGITS_KINDS : ['straight', 'box'];
}

/** Number of digits that a bet of a kind names. */
export function digitsLength(variant: DigitsVariant, kind: DigitsKind): number {
  return kind === 'last' ? LAST : DIGITS[variant];
}

/** Winning draws among all draws of the digits that the bet covers. */
export function digitsWays(kind: DigitsKind, number: string): { readonly ways: number; readonly draws: number } {
  return { ways: kind === 'box' ? orders(number) : 1, draws: 10 ** number.length };
}

/** Multiplier of the stake in tenths. */
export function digitsTenths(kind: DigitsKind, number: string): number {
  const { ways, draws } = digitsWays(kind, number);
  return Math.floor((DIGITS_RETURN * draws) / (10 * ways));
}

/** Multiplier as shown and as part of an outcome: "158.3". */
export function digitsMultiplier(tenths: number): string {
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

export interface DigitsOutcome {
  readonly engine: 'digits';
  readonly drawn: string;
  readonly multiplier: string;
}

/** `stake` is a whole number of ten cents, so that no prize has a fraction of a cent. */
export function playDigits(
  variant: DigitsVariant,
  bet: { readonly kind: DigitsKind; readonly number: string },
  stake: Units,
  stream: FairStream,
): { outcome: DigitsOutcome; payout: Units } {
  const drawn = Array.from({ length: DIGITS[variant] }, () => stream.below(10)).join('');
  const won = bet.kind === 'box' ? sorted(drawn) === sorted(bet.number) : drawn.endsWith(bet.number);
  const tenths = won ? digitsTenths(bet.kind, bet.number) : 0;
  return { outcome: { engine: 'digits', drawn, multiplier: digitsMultiplier(tenths) }, payout: (stake * BigInt(tenths)) / 10n };
}

export function digitsReturn(kind: DigitsKind, number: string): Fraction {
  const { ways, draws } = digitsWays(kind, number);
  return fraction(BigInt(digitsTenths(kind, number) * ways), BigInt(draws * 10));
}

/** The return of the worst bet, which is the published one. Only the pattern of equal digits matters. */
export function lowestDigitsReturn(variant: DigitsVariant): Fraction {
  const patterns = DIGIT_PATTERNS.filter((pattern) => pattern.length === DIGITS[variant]);
  const returns = digitsKinds(variant).flatMap((kind) =>
    kind === 'last' ? [digitsReturn('last', '01')] : patterns.map((pattern) => digitsReturn(kind, pattern)),
  );
  return returns.reduce((lowest, other) => (isLess(other, lowest) ? other : lowest));
}

/** One number for each pattern of equal digits. */
export const DIGIT_PATTERNS: readonly string[] = ['00', '01', '000', '001', '012', '0000', '0001', '0011', '0012', '0123'];

/** Number of distinct orders of the digits: 24 for 0123, 12 for 0012. */
function orders(number: string): number {
  const repeats = [...new Set(number)].map((digit) => number.split(digit).length - 1);
  return repeats.reduce((ways, count) => ways / factorial(count), factorial(number.length));
}

function factorial(size: number): number {
  return size <= 1 ? 1 : size * factorial(size - 1);
}

function sorted(number: string): string {
  return [...number].sort().join('');
}
