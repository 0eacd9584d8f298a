import { ballOptions } from '../../../shared/games/lottery/ball-values.ts';
import { digitOptions } from '../../../shared/games/lottery/digit-values.ts';
import type { Rule } from '../../../shared/games/lottery/rules.ts';
import { smallOptions } from '../../../shared/games/lottery/small-values.ts';
import { CLASSED_DIGITS } from '../../../shared/rules/prize-classes.ts';

export interface BoardRow {
  /** Digits or numbers; for options their names. */
  readonly values: readonly string[];
  /** Place in the bet, from 1; null for a single row. */
  readonly place: number | null;
}

/**
 * What is shown to choose bets from. `product`: one value of each row, in order. `marks`: numbers of which every choice of `picks` is a
 * bet. `options`: each chosen value is a bet.
 */
export interface Board {
  readonly kind: 'product' | 'marks' | 'options';
  readonly rows: readonly BoardRow[];
  readonly picks: number;
  /** Values of a row are numbers, so big, small, odd and even are quick picks. */
  readonly isNumeric: boolean;
}

const DIGITS = [...'0123456789'];
const ROLL_DIGITS = [...DIGITS, '*'];
const KENO = 80;

export function boardOf(rule: Rule): Board {
  switch (rule.kind) {
    case 'number':
    case 'box':
      return rows(rule.length, DIGITS);
    case 'roll':
      return { ...rows(rule.length, ROLL_DIGITS), isNumeric: false };
    case 'prizes':
      return rows(rule.length, DIGITS);
    case 'classes':
      return rule.bets === 'roll' ? { ...rows(CLASSED_DIGITS, ROLL_DIGITS), isNumeric: false } : rows(CLASSED_DIGITS, DIGITS);
    case 'options':
      return optionBoard(digitOptions(rule.options, rule.length));
    case 'balls':
      return optionBoard(ballOptions(rule.options));
    case 'spots':
      return marks(numbers(1, KENO), rule.picks);
    case 'parlay':
      return marks(numbers(0, 99), rule.picks);
    case 'small': {
      const options = smallOptions(rule);
      if (options) return optionBoard(options);
      return rule.bets === 'exact' ? rows(rule.picks, numbers(1, rule.of)) : marks(numbers(1, rule.of), rule.picks);
    }
  }
}

/** The entry of what is chosen in each row: empty until it makes a bet. */
export function entryOf({ kind, picks, rows: places }: Board, chosen: readonly ReadonlySet<string>[]): string {
  const lists = chosen.map((values) => [...values]);
  if (kind === 'options') return (lists[0] ?? []).join(' ');
  if (kind === 'marks') return (lists[0]?.length ?? 0) < picks ? '' : [...(lists[0] ?? [])].sort().join('-');
  if (lists.some((values) => values.length === 0)) return '';
  const isOneDigit = lists.every((values) => values.every((value) => value.length === 1));
  if (lists.length === 1) return (lists[0] ?? []).join(' ');
  const hasOpen = places.some(({ values }) => values.includes('*'));
  if (isOneDigit && !hasOpen) return lists.map((values) => values.join('')).join('/');
  return products(lists, isOneDigit ? '' : '-')
    .filter((bet) => (isOneDigit ? bet.split('*').length === 2 : new Set(bet.split('-')).size === lists.length))
    .join(' ');
}

export type QuickPick = 'all' | 'big' | 'small' | 'odd' | 'even' | 'clear';
export const QUICK_PICKS: readonly QuickPick[] = ['all', 'big', 'small', 'odd', 'even', 'clear'];

/** The values of a row that a quick pick chooses. Big is the upper half. */
export function quickPicked(pick: QuickPick, values: readonly string[]): readonly string[] {
  if (pick === 'clear') return [];
  if (pick === 'all') return values;
  const half = values.length / 2;
  return values.filter((value, index) => {
    if (pick === 'odd' || pick === 'even') return Number(value) % 2 === (pick === 'odd' ? 1 : 0);
    return pick === 'big' ? index >= half : index < half;
  });
}

function rows(count: number, values: readonly string[]): Board {
  const list = Array.from({ length: count }, (_, index) => ({ values, place: count > 1 ? index + 1 : null }));
  return { kind: 'product', rows: list, picks: count, isNumeric: true };
}

function marks(values: readonly string[], picks: number): Board {
  return { kind: 'marks', rows: [{ values, place: null }], picks, isNumeric: true };
}

function optionBoard(values: readonly string[]): Board {
  return { kind: 'options', rows: [{ values, place: null }], picks: 1, isNumeric: values.every((value) => /^\d+$/.test(value)) };
}

function numbers(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(2, '0'));
}

function products(lists: readonly (readonly string[])[], separator: string): readonly string[] {
  const [first = [], ...rest] = lists;
  if (rest.length === 0) return first;
  const tails = products(rest, separator);
  return first.flatMap((value) => tails.map((tail) => `${value}${separator}${tail}`));
}
