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
  /** Wages of windows with a change of uplines are split at it. Without it they are from before this rule. */
  split: v.optional(v.boolean()),
  /** Rewards of the team are costs. Without it they are from before this rule: adjustments only. */
  rewards: v.optional(v.boolean()),
});
const storedSpans = v.array(v.object({ from: v.nullable(v.string()), uplineContractId: v.nullable(v.string()) }));
/** The contract above in a part of the window, and the time of the change that began the part. */
export type StoredSpan = v.InferOutput<typeof storedSpans>[number];
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
export function storeSpans(
  starts: readonly (Date | null)[] | undefined,
  spans: readonly { readonly uplineContractId: string | undefined }[] | undefined,
): string | null {
  if (!starts || !spans) return null;
  const stored: readonly StoredSpan[] = spans.map(({ uplineContractId }, nr) => ({
    from: starts[nr]?.toISOString() ?? null,
    uplineContractId: uplineContractId ?? null,
  }));
  return JSON.stringify(stored);
}
export function readSpans(stored: unknown): readonly StoredSpan[] {
  return stored === null || stored === undefined ? [] : v.parse(storedSpans, stored);
}
export function readRules(stored: unknown): StoredRules {
  return v.parse(storedRules, stored);
}
