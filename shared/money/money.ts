/**
 * Money is an integer number of 1/10,000 of the currency unit, as `bigint`. On the wire it is a decimal string with
 * exactly four decimals ("1284.5000"); on screen it has two decimals with thousands separators, rounded toward zero.
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

/** The screen form: "1,284.50", rounded toward zero, without the currency symbol. */
export function toScreen(units: Units): string {
  const { sign, whole, rest } = split(units);
  const cents = String(rest / UNITS_PER_CENT).padStart(2, '0');
  const minus = whole === 0n && rest < UNITS_PER_CENT ? '' : sign;
  return `${minus}${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/** Units as text, as in the database and on the seamless wallet. */
export function toUnitText(units: Units): UnitText {
  return `${units}`;
}

/** The screen form of a wire amount; the text itself if it is malformed, so that rendering never fails. */
export function wireToScreen(text: string): string {
  const units = parseWireAmount(text);
  return units === undefined ? text : toScreen(units);
}

/** True if the amount is a whole number of hundredths, the smallest unit of a payment. */
export function isPayable(units: Units): boolean {
  return units > 0n && units % UNITS_PER_CENT === 0n;
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
