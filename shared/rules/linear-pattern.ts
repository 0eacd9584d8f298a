import { RE2JS } from 're2js';
import { toLinearSyntax } from './linear-syntax.ts';
import { type LookAhead, splitLookAheads } from './look-aheads.ts';

/** Longer ones are refused. */
export const PATTERN_MOST = 256;

/** A pattern that takes time in proportion to the length of the value, whatever the value is. */
export interface LinearPattern {
  /** True when the whole value matches. */
  matches(value: string): boolean;
}

const KEPT_MOST = 256;
const kept = new Map<string, LinearPattern | null>();

/**
 * The pattern on the linear engine; null when it is too long, is no regular expression, or needs what the engine leaves out
 * because it has no linear algorithm (back references, look-behind, look-ahead in the middle).
 */
export function linearPattern(source: string): LinearPattern | null {
  const known = kept.get(source);
  if (known !== undefined) return known;
  const made = compile(source);
  // Patterns are a merchant's few; should they ever be many, starting over is cheap.
  if (kept.size >= KEPT_MOST) kept.clear();
  kept.set(source, made);
  return made;
}

/** For whoever saves a pattern: `*`, or one that `linearPattern` can run. */
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

/** Alone and as a whole-value match, with the flag that patterns are written for. */
function isRegularExpression(source: string): boolean {
  try {
    return Boolean(new RegExp(source, 'u') && new RegExp(`^(?:${source})$`, 'u'));
  } catch {
    return false;
  }
}
