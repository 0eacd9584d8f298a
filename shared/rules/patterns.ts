/**
 * The pattern kinds. The index in the list is `patternId`; the text is `errors.rule_<patternId>`. Each is matched
 * against the whole value, with the `u` flag.
 */
export const PATTERNS: readonly string[] = [
  /** 0: any characters. */
  '*',
  /** 1: a letter first, then letters or digits. */
  '[A-Za-z][A-Za-z0-9]*',
  /** 2: Chinese characters and digits. */
  '[\\p{Script=Han}0-9]+',
  /** 3: e-mail. */
  "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~\\-]+@[A-Za-z0-9](?:[A-Za-z0-9\\-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9\\-]*[A-Za-z0-9])?)+",
  /** 4: digits only. */
  '[0-9]+',
  /** 5: letters plus digits, at least one of each. */
  '(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9]+',
  /** 6: letters plus digits, at least one digit and one upper-case letter. */
  '(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]+',
  /** 7: letters or digits, no specials. */
  '[A-Za-z0-9]+',
  /** 8: letters and spaces. */
  '[A-Za-z ]+',
  /** 9: no spaces. */
  '\\S+',
  /** 10: Chinese characters and punctuation. */
  '[\\p{Script=Han}\\p{P}]+',
  /** 11: date yyyy-MM-dd. */
  '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])',
  /** 12: date MM-dd-yyyy. */
  '(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])-[0-9]{4}',
  /** 13: Korean only. */
  '\\p{Script=Hangul}+',
  /** 14: Thai only. */
  '\\p{Script=Thai}+',
  /** 15: Thai or English with spaces. */
  '[\\p{Script=Thai}A-Za-z ]+',
  /** 16: upper case and spaces, at least one letter. */
  '(?=.*[A-Z])[A-Z ]+',
  /** 17: letters, digits and symbols. */
  '[\\x21-\\x7e]+',
  /** 18: at least one upper, one lower, one digit and one special. */
  '(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e])[\\x21-\\x7e]+',
  /** 19: a person's name in any script. */
  "\\p{L}[\\p{L}\\p{M} .'’\\-]*",
  /** 20: the merchant's own pattern. */
  '*',
];

/** Wildcard on the wire: everything matches. */
export const ANYTHING = '*';

/** Our own patterns, proved safe for the native engine by a test; compiled at first use. */
const OWN = new Map<string, RegExp | null>(PATTERNS.filter((source) => source !== ANYTHING).map((source) => [source, null]));

type LinearEngine = typeof import('./linear-pattern.ts');
/** Engine for merchants' patterns. A server loads it at the start; a browser only when it meets such a pattern. */
let linear: LinearEngine | null = import.meta.env.SSR ? await import('./linear-pattern.ts') : null;

/** For browsers, before `matchesPattern`: loads the linear engine if one of the patterns is a merchant's. */
export async function preparePatterns(patterns: readonly string[]): Promise<void> {
  if (linear || patterns.every((source) => source === ANYTHING || OWN.has(source))) return;
  linear = await import('./linear-pattern.ts').catch(() => null);
}

/**
 * True if the whole value matches. Our own patterns run on the native engine, a merchant's on the linear one, so that
 * no pattern and no value can block a process. `broken` is the result for a pattern that cannot be evaluated: a
 * platform refuses to save such a pattern and would refuse every value; a browser accepts every value because the
 * platform checks again.
 */
export function matchesPattern(acceptedPattern: string, value: string, broken = !import.meta.env.SSR): boolean {
  if (acceptedPattern === ANYTHING) return true;
  if (OWN.has(acceptedPattern)) return own(acceptedPattern).test(value);
  return linear?.linearPattern(acceptedPattern)?.matches(value) ?? broken;
}

function own(source: string): RegExp {
  const pattern = OWN.get(source) ?? new RegExp(`^(?:${source})$`, 'u');
  OWN.set(source, pattern);
  return pattern;
}
