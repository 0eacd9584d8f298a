/** Masks forbidden words: "what a d4mn shame" becomes "what a •••• shame". */
export type Moderate = (text: string) => string;

/** Characters that replace a letter, and similar letters of other alphabets. */
const LOOKALIKES = new Map(
  [
    ['o', '0о'],
    ['i', '1!|lі'],
    ['e', '3€е'],
    ['a', '4@а'],
    ['s', '5$'],
    ['t', '7+'],
    ['b', '8'],
    ['g', '9'],
    ['c', 'с'],
    ['p', 'р'],
    ['x', 'х'],
    ['y', 'у'],
    ['k', 'к'],
  ].flatMap(([letter = '', signs = '']) => [...signs].map((sign): [string, string] => [sign, letter])),
);
/** Scripts without spaces between words. */
const UNSPACED =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;
const LETTER = /^\p{L}$/u;
const BULLET = '•';

interface Rule {
  readonly patterns: readonly RegExp[];
  /** Matches inside other words. */
  readonly inside: boolean;
  /** Matches words that start with the term. */
  readonly open: boolean;
}
/** A text normalised for comparison, and for each of its UTF-16 units the index of the original code point. */
interface Folded {
  readonly text: string;
  readonly sources: readonly number[];
}

/** `words`: see the merchant's chat rules. */
export function createModeration(terms: readonly string[]): Moderate {
  const rules = terms.map(ruleOf).filter((rule) => rule !== undefined);
  return (text) => {
    const points = [...text];
    const folded = foldText(points);
    const masked = new Set(rules.flatMap((rule) => findTerm(rule, folded, points)));
    return masked.size === 0 ? text : points.map((point, index) => (masked.has(index) ? mask(point) : point)).join('');
  };
}

function ruleOf(term: string): Rule | undefined {
  const open = term.endsWith('*');
  const { text } = foldText([...term.replace(/\*$/, '').trim()]);
  if (text.length === 0) return undefined;
  // Letters may be repeated; a double letter of the word needs at least two. Neighbouring runs differ, so the pattern has no exponential
  // backtracking.
  const letters = [...text.matchAll(/(.)\1*/gu)].map(([run, letter = '']) =>
    /\s/u.test(letter) ? '[^\\p{L}\\p{N}]+' : `${literal(letter)}{${[...run].length},}`,
  );
  const joined = (between: string) => new RegExp(letters.join(between), 'gu');
  return { patterns: [joined('[._*~-]{0,2}'), joined('[\\s._*~-]{1,3}')], inside: UNSPACED.test(text), open };
}

function findTerm({ patterns, inside, open }: Rule, { text, sources }: Folded, points: readonly string[]): number[] {
  const isLetter = (index: number) => LETTER.test(points[index] ?? '');
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const first = sources[match.index] ?? 0;
      let last = sources[match.index + match[0].length - 1] ?? 0;
      if (!inside && isLetter(first - 1)) return [];
      if (open) while (isLetter(last + 1)) last += 1;
      else if (!inside && isLetter(last + 1)) return [];
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    }),
  );
}

function foldText(points: readonly string[]): Folded {
  const sources: number[] = [];
  let text = '';
  for (const [index, point] of points.entries()) {
    const plain = point
      .normalize('NFKD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .toLowerCase();
    const folded = [...plain].map((sign) => LOOKALIKES.get(sign) ?? sign).join('');
    for (let unit = 0; unit < folded.length; unit += 1) sources.push(index);
    text += folded;
  }
  return { text, sources };
}

function mask(point: string): string {
  if (/\s/u.test(point)) return point;
  return /[\p{M}\p{Cf}]/u.test(point) ? '' : BULLET;
}

function literal(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
