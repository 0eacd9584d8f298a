import { CLASSED_DIGITS } from '../../rules/prize-classes.ts';
import { KENO_DRAWN, KENO_NUMBERS } from '../keno.ts';
import { ballOptions } from './ball-values.ts';
import { digitOptions } from './digit-values.ts';
import { OPEN_DIGIT, type Rule, type SmallRule } from './rules.ts';
import { smallOptions } from './small-values.ts';

/** The most bets of one ticket. */
export const MAX_BETS = 10_000;
/** The most numbers of one part, of which each must end a prize. */
const MAX_PARLAY_MARKS = 20;
/** A malformed part is repeated to the player up to this length. */
const SHOWN_LENGTH = 32;

/**
 * Why a part of an entry is no bet: `characters` that do not belong there, the wrong `length`, a number out of `range`, the `same` number
 * twice, an unknown `option`, or more than `MAX_BETS` bets (`many`).
 */
export type Problem = 'characters' | 'length' | 'range' | 'same' | 'option' | 'many';
export interface Malformed {
  /** Place of the part in the entry, from 1. */
  readonly place: number;
  readonly text: string;
  readonly problem: Problem;
}
export interface Entry {
  /** Each bet once, in the order of the entry. */
  readonly bets: readonly string[];
  readonly malformed: readonly Malformed[];
  /** Bets that were left out because they are in the entry already. */
  readonly repeated: number;
}

/**
 * Reads what a player typed or pasted. Parts are separated by spaces, line ends, commas or semicolons, also of full width. A part is one
 * bet or several: `12/345` is every number with 1 or 2, then 3, 4 or 5, and more marks than the rule has are every choice of them.
 */
export function parseEntry(rule: Rule, text: string): Entry {
  const bets = new Set<string>();
  const malformed: Malformed[] = [];
  let repeated = 0;
  const parts = text
    .normalize('NFKC')
    .split(/[\s,;、]+/)
    .filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const found = betsOf(rule, part);
    const fresh = typeof found === 'string' ? [] : found.filter((bet) => !bets.has(bet));
    const problem = typeof found === 'string' ? found : bets.size + fresh.length > MAX_BETS ? 'many' : undefined;
    if (problem !== undefined) malformed.push({ place: index + 1, text: part.slice(0, SHOWN_LENGTH), problem });
    else {
      const before = bets.size;
      for (const bet of fresh) bets.add(bet);
      repeated += found.length - (bets.size - before);
    }
  }
  return { bets: [...bets], malformed, repeated };
}

function betsOf(rule: Rule, part: string): readonly string[] | Problem {
  if (rule.kind === 'options') return digitOptions(rule.options, rule.length).includes(part) ? [part] : 'option';
  if (rule.kind === 'balls') return ballOptions(rule.options).includes(part) ? [part] : 'option';
  if (rule.kind === 'small') return small(rule, part);
  if (rule.kind === 'spots') return marks(rule.picks, { from: 1, to: KENO_NUMBERS, most: KENO_DRAWN }, part);
  if (rule.kind === 'parlay') return marks(rule.picks, { from: 0, to: 99, most: MAX_PARLAY_MARKS }, part);
  const { length, bets } = rule.kind === 'classes' ? { length: CLASSED_DIGITS, bets: rule.bets } : { length: rule.length, bets: rule.kind };
  if (bets === 'roll') return rolled(length, part);
  const numbers = numbersOf(length, part);
  return (bets === 'box' || bets === 'ibox') && typeof numbers !== 'string'
    ? numbers.map((number) => [...number].sort().join(''))
    : numbers;
}

function numbersOf(length: number, part: string): readonly string[] | Problem {
  if (!/^[0-9/]+$/.test(part)) return 'characters';
  const places = part.includes('/') ? part.split('/') : [...part];
  if (places.length !== length || places.includes('')) return 'length';
  const choices = places.map((digits) => [...new Set(digits)]);
  return choices.reduce<string[]>((numbers, digits) => numbers.flatMap((number) => digits.map((digit) => number + digit)), ['']);
}

function rolled(length: number, part: string): readonly string[] | Problem {
  if (!/^[0-9]*\*[0-9]*$/.test(part)) return 'characters';
  return part.length === length && part.includes(OPEN_DIGIT) ? [part] : 'length';
}

function small(rule: SmallRule, part: string): readonly string[] | Problem {
  const options = smallOptions(rule);
  if (options) return options.includes(part) ? [part] : 'option';
  const range = { from: 1, to: rule.of, most: rule.bets === 'exact' ? rule.picks : rule.of };
  return rule.bets === 'exact' ? ordered(rule.picks, range, part) : marks(rule.picks, range, part);
}

interface MarkRange {
  readonly from: number;
  readonly to: number;
  /** The most marks of one part. */
  readonly most: number;
}

/** The marks of a part as numbers of two digits, in the order of the part. */
function readMarks(picks: number, { from, to, most }: MarkRange, part: string): readonly string[] | Problem {
  if (!/^[0-9-]+$/.test(part)) return 'characters';
  const numbers = part.split('-');
  if (numbers.includes('') || numbers.length < picks || numbers.length > most) return 'length';
  if (numbers.some((number) => number.length > 2 || Number(number) < from || Number(number) > to)) return 'range';
  const padded = numbers.map((number) => number.padStart(2, '0'));
  return new Set(padded).size < padded.length ? 'same' : padded;
}

function ordered(picks: number, range: MarkRange, part: string): readonly string[] | Problem {
  const numbers = readMarks(picks, range, part);
  return typeof numbers === 'string' ? numbers : [numbers.join('-')];
}

function marks(picks: number, range: MarkRange, part: string): readonly string[] | Problem {
  const numbers = readMarks(picks, range, part);
  if (typeof numbers === 'string') return numbers;
  const sorted = [...numbers].sort();
  return choicesCount(sorted.length, picks) > MAX_BETS ? 'many' : choices(sorted, picks).map((choice) => choice.join('-'));
}

function choicesCount(size: number, count: number): number {
  let result = 1;
  for (let n = 1; n <= count; n++) result = (result * (size - count + n)) / n;
  return result;
}

function choices(of: readonly string[], count: number): readonly (readonly string[])[] {
  if (count === 0) return [[]];
  return of.flatMap((first, index) => choices(of.slice(index + 1), count - 1).map((rest) => [first, ...rest]));
}
