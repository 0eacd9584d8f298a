import { RE2JS } from 're2js';
import { toLinearSyntax } from './linear-syntax.ts';
import { type LookAhead, splitLookAheads } from './look-aheads.ts';

/** Longer patterns are refused. */
export const PATTERN_MOST = 256;

/** A pattern with matching time linear in the length of the value. */
export interface LinearPattern {
  /** True if the whole value matches. */
  matches(value: string): boolean;
}

const KEPT_MOST = 256;
const kept = new Map<string, LinearPattern | null>();

/**
 * The pattern on the linear engine; null if it is too long, is not a regular expression, or needs a feature without a
 * linear algorithm (back references, lookbehind, lookahead in the middle).
 */
export function linearPattern(source: string): LinearPattern | null {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const made = compile(source);
  // A merchant has few patterns; with many, clearing the cache is cheap.
  if (kept.size >= KEPT_MOST) kept.clear();
  kept.set(source, made);
  return made;
}

/** True for a pattern that may be saved: `*`, or one that `linearPattern` can run. */
export function isUsablePattern(source: string): boolean {
  return source === '*' || linearPattern(source) !== null;
}

function compile(source: string): LinearPattern | null {
  if (source.length > PATTERN_MOST || !isRegularExpression(source)) return null;
  const split = splitLookAheads(source);
  if (!split) return null;
  try {
    const conditions = split.lookAheads.map(condition);
    const rest = engine(`^(?:${split.rest}`, ')$');
    return { matches: (value) => conditions.every((holds) => holds(value)) && rest.test(value) };
  } catch {
    return null;
  }
}

function condition({ source, negative }: LookAhead): (value: string) => boolean {
  const pattern = engine(`^(?:${source}`, ')');
  return (value) => pattern.test(value) !== negative;
}

function engine(source: string, end: string): RE2JS {
  return RE2JS.compile(toLinearSyntax(source) + end);
}

/** Valid alone and as a whole-value match, with the `u` flag. */
function isRegularExpression(source: string): boolean {
  try {
    return Boolean(new RegExp(source, 'u') && new RegExp(`^(?:${source})$`, 'u'));
  } catch {
    return false;
  }
}
