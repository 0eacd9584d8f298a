import { paidDecimals } from './paid-decimals.ts';

/**
 * Money is an integer number of 1/10,000 of the currency unit, as `bigint`. On the wire it is a decimal string with
 * exactly four decimals ("1284.5000"); on screen it has thousands separators and the decimals of its currency (`toScreen`).
 */
export type Units = bigint;

/** An amount as decimal text: pages and calls. Never the text of units, which has no point. */
export type WireAmount = `${number}.${number}`;
/** Units as text: database columns (int8) and the seamless wallet. Never decimal text. */
export type UnitText = `${bigint}`;

export const UNITS_PER_WHOLE = 10_000n;
const UNITS_PER_CENT = 100n;
const INPUT = /^(0|[1-9]\d{0,11})(\.\d{1,2})?$/;
const WIRE = /^-?(0|[1-9]\d{0,14})(\.\d{1,4})?$/;

/** Units of a typed amount: positive digits, at most two decimals, no sign, no exponent; else undefined. */
export function parseInputAmount(text: unknown): Units | undefined {
  if (typeof text !== 'string' || !INPUT.test(text)) return undefined;
  return toUnits(text);
}

/** Units of an amount on the wire (a decimal string, signed, at most four decimals); else undefined. The text of units would be read as whole units of the currency, so it is refused as an argument. */
export function parseWireAmount<T>(text: T extends UnitText ? never : T): Units | undefined {
  if (typeof text !== 'string' || !WIRE.test(text)) return undefined;
  return toUnits(text);
}

/** The wire form: "-12.5000". */
export function toWire(units: Units): WireAmount {
  const { sign, whole, rest } = split(units);
  return `${sign}${whole}.${String(rest).padStart(4, '0')}` as WireAmount;
}

/**
 * The screen form without the currency symbol, the one rule of every amount that a person reads: two decimals ("1,284.50"), or none if the
 * currency has none ("1,284"). A fraction of such a currency, from the books of another platform, is shown ("1,284.50"). Less than a
 * hundredth is cut off.
 */
export function toScreen(units: Units, currency: string): string {
  const { sign, whole, rest } = split(units);
  const cents = rest / UNITS_PER_CENT;
  const minus = whole === 0n && cents === 0n ? '' : sign;
  const decimals = cents === 0n && paidDecimals(currency) === 0 ? '' : `.${String(cents).padStart(2, '0')}`;
  return `${minus}${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}${decimals}`;
}

/**
 * The screen form of an amount that a reader adds up: as `toScreen`, with the third and fourth decimal where the amount has them ("107.9942").
 * Nothing is cut off, so shown amounts add up to the shown sum.
 */
export function toExactScreen(units: Units, currency: string): string {
  const { rest } = split(units);
  const cut = rest % UNITS_PER_CENT;
  if (cut === 0n) return toScreen(units, currency);
  const sign = units < 0n ? '-' : '';
  const cents = toScreen((units < 0n ? -units : units) - cut, currency);
  const text = cents.includes('.') ? cents : `${cents}.00`;
  return `${sign}${text}${String(cut).padStart(2, '0').replace(/0$/, '')}`;
}

/** Units as text, as in the database and on the seamless wallet. */
export function toUnitText(units: Units): UnitText {
  return `${units}`;
}

/** The screen form of a wire amount; the text itself if it is malformed, so that rendering never fails. */
export function wireToScreen(text: string, currency: string): string {
  const units = parseWireAmount(text);
  return units === undefined ? text : toScreen(units, currency);
}

/** A wire amount as it is typed into a field: no separators, decimals only where it has a fraction. */
export function wireToInput(text: string): string {
  return wireToScreen(text, '').replaceAll(',', '').replace(/\.00$/, '');
}

/** Units of the smallest amount that is paid in a currency: a cent, a yen. */
export function payableUnit(currency: string): Units {
  return UNITS_PER_WHOLE / 10n ** BigInt(paidDecimals(currency));
}

/** True if the amount can be paid: above zero, and a whole number of the smallest amount that is paid in the currency. */
export function isPayable(units: Units, currency: string): boolean {
  return units > 0n && units % payableUnit(currency) === 0n;
}

function toUnits(text: string): Units {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const units = BigInt(whole) * UNITS_PER_WHOLE + BigInt(fraction.padEnd(4, '0'));
  return negative ? -units : units;
}

function split(units: Units): { sign: string; whole: bigint; rest: bigint } {
  const absolute = units < 0n ? -units : units;
  return { sign: units < 0n ? '-' : '', whole: absolute / UNITS_PER_WHOLE, rest: absolute % UNITS_PER_WHOLE };
}
