import { CLASSED_DIGITS, hasPrizeClasses } from '../../rules/prize-classes.ts';
import type { DrawTerms } from '../events/draw.ts';
import { lotteryDrawsOf } from './game-draws.ts';
import { lotteryBook } from './play-types.ts';
import { settleTicket } from './settle.ts';

/** How often a value was drawn in some draws. */
export interface TrendValue {
  readonly value: string;
  readonly count: number;
  /** Draws since it was drawn last, 0 if it is in the newest; null if it is in none of them. */
  readonly gap: number | null;
}
export interface TrendRow {
  /** Place of the number in the draw, from 1; null for all numbers together. */
  readonly place: number | null;
  readonly values: readonly TrendValue[];
  /** How often each value is drawn in as many draws on average, in tenths. */
  readonly expectedTenths: number;
}
export type Side = 'big' | 'small' | 'neither';
/** Draws in a row with the same side, oldest first. */
export interface TrendRun {
  readonly side: Side;
  readonly length: number;
}
export interface Trends {
  readonly draws: number;
  readonly rows: readonly TrendRow[];
  /** Empty for a game without bets on big and small. */
  readonly road: readonly TrendRun[];
  readonly sides: Readonly<Record<Side, number>>;
}

/** The play types whose bets on big and small the road map shows, by kind of draw the first that exists. */
const SIDE_TYPES = ['totalSides', 'sumSides', 'diceSides', 'total', 'sides1'];

/** Counts draws of a game, newest first; undefined without draws, and for a game that is no lottery of this vendor. */
export function lotteryTrends(gameId: string, draws: readonly (readonly string[])[]): Trends | undefined {
  const terms = lotteryDrawsOf(gameId)?.terms;
  const whole = terms ? draws.filter((numbers) => numbers.length === countOf(terms)) : [];
  if (!terms || whole.length === 0) return undefined;
  const road = roadOf(gameId, whole);
  const sides: Record<Side, number> = { big: 0, small: 0, neither: 0 };
  for (const { side, length } of road) sides[side] += length;
  return { draws: whole.length, rows: rowsOf(terms, whole), road, sides };
}

function rowsOf(terms: DrawTerms, draws: readonly (readonly string[])[]): readonly TrendRow[] {
  switch (terms.mode) {
    case 'digits':
      return range(0, terms.count).map((place) => placeRow(draws, place, (numbers) => numbers[place], DIGITS));
    case 'dice':
      return [wholeRow(draws, ['1', '2', '3', '4', '5', '6'], terms.count)];
    case 'balls': {
      const values = range(1, terms.of).map((number) => String(number).padStart(2, '0'));
      // Where all numbers are drawn only their places differ.
      if (terms.count === terms.of)
        return range(0, terms.count).map((place) => placeRow(draws, place, (numbers) => numbers[place], values));
      return [wholeRow(draws, values, terms.count)];
    }
    case 'prizes':
      if (hasPrizeClasses(draws[0] ?? []))
        return range(0, CLASSED_DIGITS).map((place) => placeRow(draws, place, (numbers) => numbers[0]?.[place], DIGITS));
      // The last two digits of the special prize.
      return [2, 1].map((fromEnd, index) => placeRow(draws, index, (numbers) => numbers[0]?.at(-fromEnd), DIGITS));
  }
}

type Pick = (numbers: readonly string[]) => string | undefined;
const DIGITS = [...'0123456789'];

function placeRow(draws: readonly (readonly string[])[], place: number, pick: Pick, values: readonly string[]): TrendRow {
  const drawn = draws.map((numbers) => [pick(numbers) ?? '']);
  return { place: place + 1, ...counted(drawn, values, 1) };
}

function wholeRow(draws: readonly (readonly string[])[], values: readonly string[], count: number): TrendRow {
  return { place: null, ...counted(draws, values, count) };
}

function counted(draws: readonly (readonly string[])[], values: readonly string[], perDraw: number) {
  const expectedTenths = Math.round((draws.length * perDraw * 10) / values.length);
  const trend = (value: string): TrendValue => {
    const last = draws.findIndex((numbers) => numbers.includes(value));
    const count = draws.reduce((sum, numbers) => sum + numbers.filter((number) => number === value).length, 0);
    return { value, count, gap: last < 0 ? null : last };
  };
  return { values: values.map(trend), expectedTenths };
}

/** Each draw is settled with bets on big and on small, so that the road says what such bets would have won. */
function roadOf(gameId: string, draws: readonly (readonly string[])[]): readonly TrendRun[] {
  const found = lotteryDrawsOf(gameId);
  const playTypes = (found && lotteryBook(found.terms)?.playTypes) ?? [];
  const playType = SIDE_TYPES.map((wanted) => playTypes.find(({ id }) => id === wanted)).find((one) => one !== undefined);
  if (!found || !playType) return [];
  const { rule } = playType;
  const sideOf = (numbers: readonly string[]): Side => {
    const won = (bet: string) => settleTicket({ rule, mode: found.mode, bets: [bet], stake: 1_0000n }, numbers).hits.length > 0;
    return won('big') ? 'big' : won('small') ? 'small' : 'neither';
  };
  const runs: { side: Side; length: number }[] = [];
  for (const numbers of draws.toReversed()) {
    const side = sideOf(numbers);
    const last = runs.at(-1);
    if (last?.side === side) last.length += 1;
    else runs.push({ side, length: 1 });
  }
  return runs;
}

function countOf(terms: DrawTerms): number {
  return terms.mode === 'prizes' ? terms.digits.length : terms.count;
}

function range(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
