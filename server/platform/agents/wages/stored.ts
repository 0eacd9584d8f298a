import * as v from 'valibot';
import type { BasePart, PlayLine } from '../../../../shared/rules/wages.ts';

/** Lines and parts of a statement in JSON, which has no bigint: decimal digits. */
const digits = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,21}$/),
  v.transform((text) => BigInt(text)),
);
const storedLines = v.array(
  v.object({
    category: v.string(),
    excluded: v.boolean(),
    own: v.boolean(),
    bet: digits,
    valid: digits,
    stake: digits,
    payout: digits,
  }),
);
const storedParts = v.array(v.object({ rateBp: v.number(), base: digits }));
const storedRules = v.object({
  ceilingBp: v.number(),
  weights: v.record(v.string(), v.number()),
  timeZone: v.string(),
  lessCosts: v.optional(v.boolean()),
});
export type StoredRules = v.InferOutput<typeof storedRules>;

const text = (value: unknown): string => JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? one.toString() : one));

export function storeLines(lines: readonly PlayLine[]): string {
  return text(lines);
}
export function readLines(stored: unknown): readonly PlayLine[] {
  return v.parse(storedLines, stored);
}
export function storeParts(parts: readonly BasePart[]): string {
  return text(parts);
}
export function readParts(stored: unknown): readonly BasePart[] {
  return v.parse(storedParts, stored);
}
export function readRules(stored: unknown): StoredRules {
  return v.parse(storedRules, stored);
}
