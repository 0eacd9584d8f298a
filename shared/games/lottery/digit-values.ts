import { type DigitOptions, type DigitRule, OPEN_DIGIT } from './rules.ts';

/** The digits that a bet wins with, each of the length of the rule. */
export function winningValues(rule: DigitRule, bet: string): readonly string[] {
  if (rule.kind === 'options') return optionValues(rule.options, rule.length).get(bet) ?? [];
  if (rule.kind === 'box') return ordersOf(bet);
  return rule.kind === 'roll' ? DIGITS.map((digit) => bet.replace(OPEN_DIGIT, digit)) : [bet];
}

/** Returns whether the bet wins with these digits; the same as being one of `winningValues`, without making the list. */
export function isWinning(rule: DigitRule, bet: string, value: string): boolean {
  if (rule.kind === 'options') return optionsOf(rule.options, value).includes(bet);
  if (rule.kind === 'box') return [...value].sort().join('') === [...bet].sort().join('');
  return rule.kind === 'roll' ? [...bet].every((digit, place) => digit === OPEN_DIGIT || digit === value[place]) : value === bet;
}

/** The distinct orders of the digits, ascending. */
export function ordersOf(number: string): readonly string[] {
  if (number.length < 2) return [number];
  return [...new Set(number)].sort().flatMap((digit) => ordersOf(number.replace(digit, '')).map((rest) => digit + rest));
}

/** The options of a list in display order. */
export function digitOptions(options: DigitOptions, length: number): readonly string[] {
  return [...optionValues(options, length).keys()];
}

const DIGITS = [...'0123456789'];
const known = new Map<string, ReadonlyMap<string, readonly string[]>>();

function optionValues(options: DigitOptions, length: number): ReadonlyMap<string, readonly string[]> {
  const key = `${options}${length}`;
  const values = known.get(key) ?? classify(options, length);
  known.set(key, values);
  return values;
}

function classify(options: DigitOptions, length: number): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>(optionNames(options, length).map((name) => [name, []]));
  for (let number = 0; number < 10 ** length; number++) {
    const value = String(number).padStart(length, '0');
    for (const name of optionsOf(options, value)) values.get(name)?.push(value);
  }
  return values;
}

function optionNames(options: DigitOptions, length: number): readonly string[] {
  if (options === 'sides') return ['big', 'small', 'odd', 'even'];
  if (options === 'versus') return ['first', 'last', 'tie'];
  if (options === 'total') return Array.from({ length: 9 * length + 1 }, (_, total) => String(total));
  return Object.entries(PATTERNS).flatMap(([counts, name]) => (digitsIn(counts) === length ? [name] : []));
}

/** Patterns of equal digits, by how often each digit occurs, most frequent first. */
const PATTERNS: Readonly<Record<string, string>> = {
  '2': 'pair',
  '1-1': 'mixed',
  '3': 'triple',
  '2-1': 'pair',
  '1-1-1': 'mixed',
  '4': 'quadruple',
  '3-1': 'triple',
  '2-2': 'twoPairs',
  '2-1-1': 'pair',
  '1-1-1-1': 'mixed',
};

function digitsIn(counts: string): number {
  return counts.split('-').reduce((sum, count) => sum + Number(count), 0);
}

function optionsOf(options: DigitOptions, value: string): readonly string[] {
  const digits = [...value].map(Number);
  const total = digits.reduce((sum, digit) => sum + digit, 0);
  if (options === 'total') return [String(total)];
  // Above the middle of 0 and the highest total is big.
  if (options === 'sides') return [2 * total > 9 * digits.length ? 'big' : 'small', total % 2 === 1 ? 'odd' : 'even'];
  if (options === 'versus') {
    const difference = (digits[0] ?? 0) - (digits.at(-1) ?? 0);
    return [difference > 0 ? 'first' : difference < 0 ? 'last' : 'tie'];
  }
  const counts = [...new Set(value)].map((digit) => value.split(digit).length - 1);
  return [PATTERNS[counts.sort((one, other) => other - one).join('-')] ?? 'mixed'];
}
