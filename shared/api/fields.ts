import * as v from 'valibot';
import { MAX_IMAGES } from '../constants.ts';
import { parseInputAmount, parseWireAmount, type WireAmount } from '../money/money.ts';

/** Building blocks of the call schemas. All input is bounded in length. */
export const nothing = v.optional(v.strictObject({}), {});
export const text = (max = 255) => v.pipe(v.string(), v.maxLength(max));
export const code = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/));
/** Comma-separated codes, each once. */
export const codes = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}(?:,[A-Za-z0-9_.-]{1,64}){0,49}$/));
export const wireAmount = v.pipe(
  v.string(),
  v.check((value) => parseWireAmount(value) !== undefined, 'amount'),
) as v.GenericSchema<string, WireAmount>;
/** A typed amount: a decimal string above zero with at most two decimals. */
export const inputAmount = v.pipe(
  v.string(),
  v.check((value) => (parseInputAmount(value) ?? 0n) > 0n, 'amount'),
);
/** ISO 8601 in UTC. */
export const instant = v.pipe(v.string(), v.isoTimestamp());
/** Created by the client before the first try, the same on every retry. */
export const clientReference = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{16,64}$/));
/** A whole number in a query string, or a JSON number. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.union([v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), v.number()]),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );
/** A password or proof as typed. 256 bytes are more than any rule allows and cheap to hash. */
export const secretText = v.pipe(v.string(), v.nonEmpty(), v.maxLength(256));
/**
 * Proof of a human: the solved challenge, or the text of an image captcha with its key. One of the two, valid for one
 * check.
 */
export const challengeProof = {
  challenge: v.optional(text(4096)),
  captchaKey: v.optional(text(64)),
  captcha: v.optional(text(16)),
};
/** Ids of earlier uploads, at most three. */
export const uploadIds = v.pipe(v.array(code), v.maxLength(MAX_IMAGES));
