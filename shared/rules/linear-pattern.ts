import { RE2JS } from 're2js';
import { toLinearSyntax } from './linear-syntax.ts';
import { type Lookahead, splitLookaheads } from './lookaheads.ts';

/** Longer patterns are refused. */
export const MAX_PATTERN_LENGTH = 256;

/** A pattern with matching time linear in the length of the value. */
export interface LinearPattern {
  /** True if the whole value matches. */
  matches(value: string): boolean;
}

const MAX_CACHED_PATTERNS = 256;
const cache = new Map<string, LinearPattern | null>();

/**
 * The pattern on the linear engine; null if it is too long, is not a regular expression, or needs a feature without a
 * linear algorithm (back references, lookbehind, lookahead in the middle).
 */
export function linearPattern(source: string): LinearPattern | null {
  const cached = cache.get(source);
  if (cached !== undefined) return cached;
  const compiled = compile(source);
  // A merchant has few patterns; with many, clearing the cache is cheap.
  if (cache.size >= MAX_CACHED_PATTERNS) cache.clear();
  cache.set(source, compiled);
  return compiled;
}

/** True for a pattern that may be saved: `*`, or one that `linearPattern` can run. */
export function isUsablePattern(source: string): boolean {
  return source === '*' || linearPattern(source) !== null;
}

function compile(source: string): LinearPattern | null {
  if (source.length > MAX_PATTERN_LENGTH || !isRegularExpression(source)) return null;
  const split = splitLookaheads(source);
  if (!split) return null;
  try {
    const conditions = split.lookaheads.map(condition);
    const rest = engine(`^(?:${split.rest}`, ')$');
    return { matches: (value) => conditions.every((holds) => holds(value)) && rest.test(value) };
  } catch {
    return null;
  }
}

function condition({ source, negative }: Lookahead): (value: string) => boolean {
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
