/** A condition on the value from its start. */
export interface Lookahead {
  readonly source: string;
  /** `(?!...)`: must not match. */
  readonly negative: boolean;
}

export interface SplitPattern {
  readonly lookaheads: readonly Lookahead[];
  readonly rest: string;
}

const LEADING = /^\(\?[=!]/;

/**
 * Splits the lookaheads at the start of a valid pattern: `(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]+` means that all three
 * match. Undefined if the lookaheads belong to only the first of several alternatives.
 */
export function splitLookaheads(source: string): SplitPattern | undefined {
  const lookaheads: Lookahead[] = [];
  let rest = source.startsWith('^') ? source.slice(1) : source;
  while (LEADING.test(rest)) {
    const end = closingParenthesis(rest);
    lookaheads.push({ source: rest.slice(3, end), negative: rest[2] === '!' });
    rest = rest.slice(end + 1);
  }
  if (lookaheads.length === 0) return { lookaheads, rest: source };
  return hasAlternatives(rest) ? undefined : { lookaheads, rest };
}

/** Index of the parenthesis that closes the first one. */
function closingParenthesis(source: string): number {
  for (const { place, depth } of structure(source)) if (depth === 0) return place;
  return source.length;
}

function hasAlternatives(source: string): boolean {
  for (const { character, depth } of structure(source)) if (character === '|' && depth === 0) return true;
  return false;
}

interface Mark {
  readonly place: number;
  readonly character: string;
  /** Number of open parentheses after this character. */
  readonly depth: number;
}

/** The parentheses and bars that are not literal. */
function* structure(source: string): Generator<Mark> {
  let depth = 0;
  let inClass = false;
  for (let place = 0; place < source.length; place++) {
    const character = source.charAt(place);
    if (character === '\\') place++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if ('()|'.includes(character)) {
      if (character === '(') depth++;
      if (character === ')') depth--;
      yield { place, character, depth };
    }
  }
}
