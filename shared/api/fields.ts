import * as v from 'valibot';
import { parseInputAmount, parseWireAmount } from '../money/money.ts';

/** Building blocks of the call schemas. Everything that comes in is bounded in length. */
export const nothing = v.optional(v.strictObject({}), {});
export const text = (max = 255) => v.pipe(v.string(), v.maxLength(max));
export const code = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/));
export const wireAmount = v.pipe(
  v.string(),
  v.check((value) => parseWireAmount(value) !== undefined, 'amount'),
);
/** An amount that a person typed: a decimal string above zero with at most two decimals. */
export const inputAmount = v.pipe(
  v.string(),
  v.check((value) => (parseInputAmount(value) ?? 0n) > 0n, 'amount'),
);
/** ISO 8601 in UTC. */
export const instant = v.pipe(v.string(), v.isoTimestamp());
/** Made by the client before the first try, the same on every retry. */
export const clientReference = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{16,64}$/));
/** A whole number in a query string, or a JSON number. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), v.number()]),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );
