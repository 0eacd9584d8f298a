import { describe, expect, test } from 'vitest';
import { add, fraction, isLess, multiply } from '../fraction.ts';
import { simulationStream } from '../simulation-stream.ts';
import { finalsFrom } from './chances.ts';
import { chancesAt, hasWon, hundredthsOf, leastReturn, MATCH_MARGIN_PERCENT, marketsAt, oddsAt, readSelection } from './markets.ts';
import {
  MATCH_SPORTS,
  type MatchSport,
  type MatchTerms,
  mapsOf,
  matchTerms,
  maxSteps,
  playCourse,
  playStep,
  SPORT_RULES,
  type Strength,
  stateOf,
} from './match.ts';

const seedOf = (index: number) => index.toString(16).padStart(64, '0');
const at = (attack: number, defence = attack): Strength => ({ attack, defence });
/** From the weakest home side against the strongest away side to the reverse. */
function pairsOf(sport: MatchSport): readonly (readonly [home: Strength, away: Strength])[] {
  const { lowest, highest } = SPORT_RULES[sport].strengths;
  const steps = Array.from({ length: 13 }, (_, index) => Math.round(((highest - lowest) * index) / 12));
  return steps.map((step) => [at(lowest + step), at(highest - step)]);
}
const FAIR = fraction(100n, BigInt(100 + MATCH_MARGIN_PERCENT));

/** Every continuation of a course by a few steps, with its exact probability. */
function continuations(
  terms: MatchTerms,
  course: string,
): readonly { readonly course: string; readonly chance: ReturnType<typeof fraction> }[] {
  if (stateOf(terms, course).isOver) return [{ course, chance: fraction(1n) }];
  const away = terms.mode === 'goals' ? terms.awayRate : 1000 - terms.homeRate;
  const rates = [
    ['h', terms.homeRate],
    ['a', away],
    ['-', 1000 - terms.homeRate - away],
  ] as const;
  return rates.flatMap(([mark, rate]) =>
    rate === 0
      ? []
      : continuations(terms, course + mark).map((one) => ({ ...one, chance: multiply(one.chance, fraction(BigInt(rate), 1000n)) })),
  );
}

/**
 * Expects that the probabilities of each market add up to one, and that the return is the fair odds minus the margin and less
 * than a hundredth of rounding.
 */
function checkMargin(terms: MatchTerms, course: string): number {
  const chances = chancesAt(terms, course);
  const chanceOf = (selection: string) => chances.get(selection) ?? fraction(0n);
  for (const { market, line, picks } of marketsAt(terms, course)) {
    const sum = picks.map(({ selection }) => chanceOf(selection)).reduce(add);
    expect([market, line, sum]).toEqual([market, line, fraction(1n)]);
  }
  for (const { market, picks } of marketsAt(terms, course)) {
    const offered = picks.filter(({ odds }) => odds !== null).length;
    expect([market, course, offered]).toEqual([market, course, expect.toSatisfy((count) => count === 0 || count >= 2)]);
  }
  const offers = marketsAt(terms, course).flatMap(({ picks }) => picks.filter(({ odds }) => odds !== null));
  for (const { selection, odds } of offers) {
    const back = (hundredths: number) => multiply(chanceOf(selection), fraction(BigInt(hundredths), 100n));
    const hundredths = hundredthsOf(odds ?? '');
    expect(isLess(FAIR, back(hundredths))).toBe(false);
    expect(isLess(FAIR, back(hundredths + 1))).toBe(true);
    expect(isLess(back(hundredths), leastReturn())).toBe(false);
  }
  return offers.length;
}

describe('the odds of a match in play', () => {
  test.each([
    ['goals', matchTerms('football', at(108), at(92)), `h-a${'-'.repeat(23)}`],
    ['goals, at half a loss', matchTerms('hockey', at(76), at(116)), `${'-h'.repeat(6)}${'a-'.repeat(6)}--`],
    ['maps', matchTerms('arena', at(100), at(116)), 'hhhhhaaaaahhhaa'],
    ['maps, in the first', matchTerms('siege', at(124), at(108)), 'hhhhaaaahhhhh'],
  ] as const)('equal the probabilities from counting every course: %s', (_name, terms, course) => {
    const ways = continuations(terms, course);
    expect(ways.map(({ chance }) => chance).reduce(add)).toEqual(fraction(1n));
    const chances = chancesAt(terms, course);
    expect(chances.size).toBeGreaterThan(3);
    for (const [selection, chance] of chances) {
      const counted = ways.filter((way) => hasWon(terms, way.course, selection)).map((way) => way.chance);
      expect([selection, counted.reduce(add, fraction(0n))]).toEqual([selection, chance]);
    }
  });

  test.each(MATCH_SPORTS)('hold the stated margin in every market of %s, before and during the match', (sport) => {
    let priced = 0;
    for (const [index, [home, away]] of pairsOf(sport).entries()) {
      const terms = matchTerms(sport, home, away);
      const whole = playCourse(terms, seedOf(index + 14), 'E-1', maxSteps(terms));
      for (let step = 0; step < whole.length; step += 9) priced += checkMargin(terms, whole.slice(0, step));
    }
    expect(priced).toBeGreaterThan(200);
  });

  test('are offered in three lines at most, each with both picks, and never after the end', () => {
    const terms = matchTerms('football', at(100), at(100));
    const markets = marketsAt(terms, '');
    expect(markets.map(({ market, line }) => `${market} ${line}`)).toEqual([
      ...['winner null', 'handicap -1.5', 'handicap -0.5', 'handicap +0.5'],
      ...['total 2.5', 'total 3.5', 'total 4.5', 'next 1'],
    ]);
    for (const { market, picks } of markets) if (market !== 'winner') expect(picks.every(({ odds }) => odds !== null)).toBe(true);
    expect(marketsAt(terms, '-'.repeat(30))).toEqual([]);
    expect(oddsAt(terms, '', 'handicap/+0.5/home')).toBeGreaterThan(105);
    expect(oddsAt(terms, '', 'handicap/+5.5/home')).toBeUndefined();
    expect(() => readSelection('winner')).toThrow(RangeError);
  });

  test.each(MATCH_SPORTS)('on the winner of %s are offered for every pair of strengths before the kick-off', (sport) => {
    for (const [home, away] of pairsOf(sport)) {
      const offers = marketsAt(matchTerms(sport, home, away), '')[0]?.picks ?? [];
      expect([home, offers.map(({ odds }) => odds !== null)]).toEqual([home, offers.map(() => true)]);
      expect(offers.length).toBeGreaterThan(1);
    }
  });

  test('close a market with an almost certain pick', () => {
    const terms = matchTerms('football', at(100), at(100));
    const winner = (course: string) => marketsAt(terms, course)[0]?.picks.map(({ odds }) => odds);
    expect(winner(`hh${'-'.repeat(24)}`)).toEqual([null, null, null]);
    expect(oddsAt(terms, `hh${'-'.repeat(24)}`, 'winner/draw')).toBeUndefined();
    expect(winner('hh')).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  });

  test('fall for a side that is behind and has less time left', () => {
    const terms = matchTerms('football', at(100), at(100));
    const behind = [1, 10, 20].map((step) => oddsAt(terms, `h${'-'.repeat(step)}`, 'winner/away') ?? 0);
    expect(behind).toEqual([...behind].sort((one, other) => one - other));
    const finals = finalsFrom(terms, stateOf(terms, 'h'));
    expect(finals.scores.every(({ score }) => score.home >= 1)).toBe(true);
  });
});

describe('a course', () => {
  test.each(MATCH_SPORTS)('of %s follows from terms, seed and id alone, and is a prefix of every longer one', (sport) => {
    const terms = matchTerms(sport, at(92), at(116));
    const whole = Array.from({ length: 40 }, (_, index) => playCourse(terms, seedOf(7), `E-${index}`, 100));
    expect(new Set(whole).size).toBeGreaterThan(30);
    for (const [index, course] of whole.entries()) {
      expect(stateOf(terms, course).isOver).toBe(true);
      for (const steps of [0, 1, 5, course.length - 1]) {
        const begun = playCourse(terms, seedOf(7), `E-${index}`, steps);
        expect(begun).toBe(course.slice(0, steps));
        expect(stateOf(terms, begun).isOver).toBe(false);
      }
    }
    expect(playCourse.length).toBe(4);
  });

  test('of maps ends with the second won map, and a map with the fifth round', () => {
    for (let index = 0; index < 200; index++) {
      const terms = matchTerms('arena', at(100), at(100));
      const course = playCourse(terms, seedOf(index), 'E-1', 100);
      const maps = mapsOf(course);
      expect(maps.every(({ home, away }) => Math.max(home, away) === 5 && Math.min(home, away) < 5)).toBe(true);
      expect(stateOf(terms, course).score.home + stateOf(terms, course).score.away).toBe(maps.length);
    }
  });

  test.each(MATCH_SPORTS)('of %s matches its probabilities', (sport) => {
    const terms = matchTerms(sport, at(108), at(100));
    const stream = simulationStream(11);
    const rounds = 1_500;
    const chances = chancesAt(terms, '');
    const won = new Map([...chances.keys()].map((selection) => [selection, 0]));
    for (let round = 0; round < rounds; round++) {
      let course = '';
      while (!stateOf(terms, course).isOver) course += playStep(terms, stream);
      for (const selection of won.keys()) if (hasWon(terms, course, selection)) won.set(selection, (won.get(selection) ?? 0) + 1);
    }
    for (const [selection, { top, bottom }] of chances) {
      const chance = Number((top * 1_000_000n) / bottom) / 1_000_000;
      // Four standard deviations. The stream is fixed, so the result never varies.
      const off = Math.abs((won.get(selection) ?? 0) / rounds - chance);
      expect([selection, off <= 4 * Math.sqrt((chance * (1 - chance)) / rounds)]).toEqual([selection, true]);
    }
  });
});
