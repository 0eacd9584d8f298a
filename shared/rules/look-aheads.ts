/** A condition on the value from its start. */
export interface LookAhead {
  readonly source: string;
  /** `(?!...)`: must not hold. */
  readonly negative: boolean;
}

export interface SplitPattern {
  readonly lookAheads: readonly LookAhead[];
  readonly rest: string;
}

const LEADING = /^\(\?[=!]/;

/**
 * Takes the look-aheads at the start of a valid pattern apart: `(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]+` means that all three
 * hold. Undefined where that is not what it means, because they belong to the first of several alternatives only.
 */
export function splitLookAheads(source: string): SplitPattern | undefined {
  const lookAheads: LookAhead[] = [];
  let rest = source.startsWith('^') ? source.slice(1) : source;
  while (LEADING.test(rest)) {
    const end = closingParenthesis(rest);
    lookAheads.push({ source: rest.slice(3, end), negative: rest[2] === '!' });
    rest = rest.slice(end + 1);
  }
  if (lookAheads.length === 0) return { lookAheads, rest: source };
  return hasAlternatives(rest) ? undefined : { lookAheads, rest };
}

/** Place of the parenthesis that closes the one at the start. */
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
  /** Open parentheses after this character. */
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
