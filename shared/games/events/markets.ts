import { hundredthsText } from '../../hundredths.ts';
import { CENT, inCoins } from '../../money/currency-steps.ts';
import type { Units } from '../../money/money.ts';
import { type Fraction, fraction, isLess, multiply } from '../fraction.ts';
import { chanceOf, type Finals, finalsFrom, mapChance, nextGoalChances } from './chances.ts';
import {
  type Course,
  MAPS_TO_WIN,
  type MatchSport,
  type MatchState,
  type MatchTerms,
  mapsOf,
  ROUNDS_TO_WIN,
  type Score,
  SPORT_RULES,
  stateOf,
} from './match.ts';
import { MAX_PAYOUT } from './slip.ts';

/** Odds are the fair odds divided by 1.06, rounded down to the hundredth. */
export const MATCH_MARGIN_PERCENT = 6;
/**
 * In hundredths. A selection outside this range is not offered: rounding would cost too much below it, and the payout would be
 * too large above it.
 */
export const LEAST_ODDS = 105;
const MAX_ODDS = 10_000;
/** Number of lines offered for handicaps and totals, those closest to even odds. */
const LINES_OFFERED = 3;
/** Handicap lines are half goals or half maps, up to 5.5 in either direction, so no bet can tie. */
const FURTHEST_LINE = 5;

const MARKETS = ['winner', 'handicap', 'total', 'next', 'map'] as const;
export type MarketName = (typeof MARKETS)[number];
const PICKS = ['home', 'draw', 'none', 'away', 'over', 'under'] as const;
export type Pick = (typeof PICKS)[number];

/**
 * A selection as text: `winner/home`, `handicap/-1.5/away` (the line is the home side's), `total/2.5/over`, `next/3/none` (no
 * third goal), `map/2/home`.
 */
export type Selection = string;

export interface Market {
  readonly market: MarketName;
  /** The home side's handicap, the line of a total, or the number of a goal or map; null for the winner. */
  readonly line: string | null;
  readonly picks: readonly Offer[];
}
export interface Offer {
  readonly pick: Pick;
  readonly selection: Selection;
  /** Formatted as "2.35"; null while it is not offered. */
  readonly odds: string | null;
}
interface Priced {
  readonly pick: Pick;
  readonly chance: Fraction;
}

/** The markets at a point of a match, with exact odds. Empty after the match. */
export function marketsAt(terms: MatchTerms, course: Course): readonly Market[] {
  const key = `${JSON.stringify(terms)} ${course}`;
  const known = KNOWN.get(key);
  if (known) return known;
  const priced = pricedMarkets(terms, course);
  const [oldest] = KNOWN.keys();
  if (KNOWN.size >= MAX_KNOWN && oldest !== undefined) KNOWN.delete(oldest);
  const markets = priced.map(({ market, line, picks }) => ({
    market,
    line,
    picks: picks.map(({ pick, chance }) => ({
      pick,
      selection: selectionOf(market, line, pick),
      odds: isClosed(picks) ? null : oddsText(oddsFor(chance)),
    })),
  }));
  KNOWN.set(key, markets);
  return markets;
}
const KNOWN = new Map<string, readonly Market[]>();
const MAX_KNOWN = 500;

/** Odds of a selection at a point of the match, in hundredths; undefined while it is not offered. */
export function oddsAt(terms: MatchTerms, course: Course, selection: Selection): number | undefined {
  const offer = marketsAt(terms, course)
    .flatMap(({ picks }) => picks)
    .find((one) => one.selection === selection);
  return offer?.odds ? hundredthsOf(offer.odds) : undefined;
}

/** The exact probability of every selection at a point of the match, offered or not. */
export function chancesAt(terms: MatchTerms, course: Course): ReadonlyMap<Selection, Fraction> {
  return new Map(
    pricedMarkets(terms, course).flatMap(({ market, line, picks }) =>
      picks.map(({ pick, chance }) => [selectionOf(market, line, pick), chance] as const),
    ),
  );
}

/** Returns whether a bet won after the end of the match. Throws on an invalid selection. */
export function hasWon(terms: MatchTerms, course: Course, selection: Selection): boolean {
  const { market, line, pick } = readSelection(selection);
  const { score } = stateOf(terms, course);
  switch (market) {
    case 'winner':
      return pick === winnerOf(score);
    case 'handicap':
      return (pick === 'home') === score.home - score.away + Number(line) > 0;
    case 'total':
      return (pick === 'over') === score.home + score.away > Number(line);
    case 'next':
      return pick === goalNumber(course, Number(line));
    case 'map':
      return pick === mapWinner(course, Number(line));
  }
}

export function winnerOf({ home, away }: Score): 'home' | 'draw' | 'away' {
  if (home === away) return 'draw';
  return home > away ? 'home' : 'away';
}

export function readSelection(selection: Selection): { readonly market: MarketName; readonly line: string | null; readonly pick: Pick } {
  const [, market, line = null, pick] = SELECTION.exec(selection) ?? [];
  if (!market) throw new RangeError(`selection ${selection}`);
  return { market: market as MarketName, line, pick: pick as Pick };
}
/** Format of a selection; the format does not imply that it is offered. */
export const SELECTION = /^(winner|handicap|total|next|map)(?:\/([+-]?\d{1,2}(?:\.5)?))?\/(home|draw|none|away|over|under)$/;

/** The minimum return of any offered selection: the fair odds minus the margin and less than a hundredth of rounding. */
export function leastReturn(): Fraction {
  return multiply(fraction(100n, BigInt(100 + MATCH_MARGIN_PERCENT)), fraction(BigInt(LEAST_ODDS), BigInt(LEAST_ODDS + 1)));
}

/** The printed rules, hashed with each bet. */
export function matchRules(sport: MatchSport, coin: Units = CENT): unknown {
  return {
    ...SPORT_RULES[sport],
    mapsToWin: MAPS_TO_WIN,
    roundsToWin: ROUNDS_TO_WIN,
    marginPercent: MATCH_MARGIN_PERCENT,
    leastOdds: LEAST_ODDS,
    mostOdds: MAX_ODDS,
    mostPayout: String(inCoins(MAX_PAYOUT, coin)),
  };
}

export function hundredthsOf(odds: string): number {
  return Number(odds.replace('.', ''));
}

/** Formats as "2.35"; null for odds that are not offered. */
export function oddsText(hundredths: number | undefined): string | null {
  return hundredths === undefined ? null : hundredthsText(hundredths);
}

function oddsFor(chance: Fraction): number | undefined {
  const hundredths = hundredthsFor(chance);
  return hundredths === undefined || hundredths < LEAST_ODDS || hundredths > MAX_ODDS ? undefined : Number(hundredths);
}

function hundredthsFor({ top, bottom }: Fraction): bigint | undefined {
  return top === 0n ? undefined : (bottom * 10_000n) / (top * BigInt(100 + MATCH_MARGIN_PERCENT));
}

/** A market closes when one of its picks is almost certain: that pick has nothing to win, and the others have almost no chance. */
function isClosed(picks: readonly Priced[]): boolean {
  return picks.some(({ chance }) => (hundredthsFor(chance) ?? MAX_ODDS) < LEAST_ODDS);
}

function selectionOf(market: MarketName, line: string | null, pick: Pick): Selection {
  return line === null ? `${market}/${pick}` : `${market}/${line}/${pick}`;
}

function pricedMarkets(
  terms: MatchTerms,
  course: Course,
): readonly { readonly market: MarketName; readonly line: string | null; readonly picks: readonly Priced[] }[] {
  const state = stateOf(terms, course);
  if (state.isOver) return [];
  const finals = finalsFrom(terms, state);
  return [
    { market: 'winner', line: null, picks: winnerPicks(terms, finals) },
    ...nearestEven(handicapLines(terms), (line) => evenPicks(finals, ({ home, away }) => home - away + line > 0, 'home', 'away')).map(
      ({ line, picks }) => ({ market: 'handicap' as const, line: signed(line), picks }),
    ),
    ...nearestEven(totalLines(terms, state), (line) => evenPicks(finals, ({ home, away }) => home + away > line, 'over', 'under')).map(
      ({ line, picks }) => ({ market: 'total' as const, line: String(line), picks }),
    ),
    stepMarket(terms, course, state),
  ];
}

function winnerPicks(terms: MatchTerms, finals: Finals): readonly Priced[] {
  const picks = terms.mode === 'maps' ? (['home', 'away'] as const) : (['home', 'draw', 'away'] as const);
  return picks.map((pick) => ({ pick, chance: chanceOf(finals, (score) => winnerOf(score) === pick) }));
}

function evenPicks(finals: Finals, holds: (score: Score) => boolean, yes: Pick, no: Pick): readonly [Priced, Priced] {
  return [
    { pick: yes, chance: chanceOf(finals, holds) },
    { pick: no, chance: chanceOf(finals, (score) => !holds(score)) },
  ];
}

/** The next goal or map. */
function stepMarket(terms: MatchTerms, course: Course, state: MatchState) {
  if (terms.mode === 'goals') {
    const { home, none, away } = nextGoalChances(terms, state);
    const picks = [
      { pick: 'home', chance: home },
      { pick: 'none', chance: none },
      { pick: 'away', chance: away },
    ] as const;
    return { market: 'next' as const, line: String(state.score.home + state.score.away + 1), picks };
  }
  const home = mapChance(terms.homeRate, state);
  const picks = [
    { pick: 'home', chance: home },
    { pick: 'away', chance: fraction(home.bottom - home.top, home.bottom) },
  ] as const;
  const played = mapsOf(course).filter(({ home: ours, away: theirs }) => Math.max(ours, theirs) === ROUNDS_TO_WIN).length;
  return { market: 'map' as const, line: String(played + 1), picks };
}

/** A handicap of half a map equals the winner market. */
function handicapLines(terms: MatchTerms): readonly number[] {
  if (terms.mode === 'maps') return [-1.5, 1.5];
  return Array.from({ length: FURTHEST_LINE * 2 + 2 }, (_, index) => index - FURTHEST_LINE - 0.5);
}

function totalLines(terms: MatchTerms, { score }: MatchState): readonly number[] {
  if (terms.mode === 'maps') return [2.5];
  return Array.from({ length: FURTHEST_LINE * 2 + 2 }, (_, index) => score.home + score.away + index + 0.5);
}

/** The lines with both picks on offer and the most even probabilities, in ascending order. */
function nearestEven(lines: readonly number[], price: (line: number) => readonly [Priced, Priced]) {
  return lines
    .map((line) => ({ line, picks: price(line) }))
    .filter(({ picks }) => picks.every(({ chance }) => oddsFor(chance) !== undefined))
    .sort((one, other) => compare(likelier(one.picks), likelier(other.picks)) || one.line - other.line)
    .slice(0, LINES_OFFERED)
    .sort((one, other) => one.line - other.line);
}

function likelier([one, other]: readonly [Priced, Priced]): Fraction {
  return isLess(one.chance, other.chance) ? other.chance : one.chance;
}

function compare(one: Fraction, other: Fraction): number {
  return isLess(one, other) ? -1 : Number(isLess(other, one));
}

/** Formats as "+1.5" or "-0.5". */
function signed(line: number): string {
  return line > 0 ? `+${line}` : String(line);
}

/** The side that scored a given goal; `none` when it was not scored. */
function goalNumber(course: Course, number: number): Pick {
  const mark = course.replaceAll('-', '')[number - 1];
  if (mark === undefined) return 'none';
  return mark === 'h' ? 'home' : 'away';
}

function mapWinner(course: Course, number: number): Pick | undefined {
  const map = mapsOf(course)[number - 1];
  return map && winnerOf(map) === 'home' ? 'home' : map && 'away';
}
