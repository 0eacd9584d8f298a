import { describe, expect, test } from 'vitest';
import { add, fraction, isLess } from '../fraction.ts';
import { playDraw } from './draw.ts';
import { fixtureAt } from './leagues.ts';
import {
  lowestMatchReturn,
  MATCH_SPORTS,
  matchChances,
  matchTerms,
  oddsHundredths,
  playMatch,
  SELECTIONS,
  type Selection,
  STRENGTHS,
  selectionReturn,
  winnerOf,
  winningPayout,
} from './match.ts';

const seedOf = (index: number) => index.toString(16).padStart(64, '0');
const gaps = Array.from({ length: STRENGTHS * 2 - 1 }, (_, index) => index - STRENGTHS + 1);

describe.each(MATCH_SPORTS)('a match of %s', (sport) => {
  const all = gaps.map((gap) => matchTerms(sport, STRENGTHS + gap, STRENGTHS));

  test('has chances that add up to one, and odds below the fair ones by the stated margin', () => {
    for (const terms of all) {
      const chances = matchChances(terms);
      expect(SELECTIONS.map((one) => chances[one]).reduce(add)).toEqual(fraction(1n));
      for (const selection of SELECTIONS) {
        const hundredths = oddsHundredths(terms, selection);
        if (hundredths === undefined) continue;
        expect(hundredths).toBeGreaterThan(100);
        expect(isLess(fraction(100n, 106n), selectionReturn(terms, selection))).toBe(false);
        expect(isLess(selectionReturn(terms, selection), lowestMatchReturn(sport))).toBe(false);
      }
    }
    expect(isLess(fraction(93n, 100n), lowestMatchReturn(sport))).toBe(true);
  });

  test('comes out as often as its chances say', () => {
    const rounds = 4_000;
    const terms = matchTerms(sport, 5, 4);
    const seen: Record<Selection, number> = { home: 0, draw: 0, away: 0 };
    for (let round = 0; round < rounds; round++) seen[winnerOf(playMatch(terms, seedOf(round), 'E-1'))] += 1;
    for (const selection of SELECTIONS) {
      const { top, bottom } = matchChances(terms)[selection];
      const chance = Number((top * 1_000_000n) / bottom) / 1_000_000;
      // Four standard deviations: the seeds are fixed, so this passes always or never.
      expect(Math.abs(seen[selection] / rounds - chance)).toBeLessThanOrEqual(4 * Math.sqrt((chance * (1 - chance)) / rounds));
    }
  });

  test('is decided by terms, seed and id alone', () => {
    const terms = matchTerms(sport, 3, 6);
    const scores = Array.from({ length: 40 }, (_, index) => playMatch(terms, seedOf(7), `E-${index}`));
    expect(Array.from({ length: 40 }, (_, index) => playMatch(terms, seedOf(7), `E-${index}`))).toEqual(scores);
    expect(new Set(scores.map((score) => JSON.stringify(score))).size).toBeGreaterThan(2);
    expect(playMatch.length).toBe(3);
  });
});

test('the chances of a small match are those that counting gives', () => {
  const goals = { mode: 'goals', chances: 1, homeRate: 500, awayRate: 250 } as const;
  expect(matchChances(goals)).toEqual({ home: fraction(3n, 8n), draw: fraction(1n, 2n), away: fraction(1n, 8n) });
  const maps = { mode: 'maps', chances: 3, homeRate: 600, awayRate: 400 } as const;
  expect(matchChances(maps)).toEqual({ home: fraction(648n, 1000n), draw: fraction(0n), away: fraction(352n, 1000n) });
});

test('maps end with the second win', () => {
  for (let index = 0; index < 200; index++) {
    const { home, away } = playMatch(matchTerms('arena', 4, 4), seedOf(index), 'E-1');
    expect(Math.max(home, away)).toBe(2);
    expect(Math.min(home, away)).toBeLessThan(2);
  }
});

test('a prize is the stake times the odds, to the unit', () => {
  expect(winningPayout(3_0000n, 235)).toBe(7_0500n);
  expect(winningPayout(500_0000n, 101)).toBe(505_0000n);
});

test.each([
  [{ mode: 'digits', count: 4 } as const, 4, /^\d$/],
  [{ mode: 'balls', count: 20, of: 80 } as const, 20, /^(0[1-9]|[1-7]\d|80)$/],
])('the numbers of %j fit the game', (terms, count, shape) => {
  const numbers = playDraw(terms, seedOf(3), 'GAME-1');
  expect(numbers).toHaveLength(count);
  for (const number of numbers) expect(number).toMatch(shape);
  if (terms.mode === 'balls') expect(new Set(numbers).size).toBe(count);
  expect(playDraw(terms, seedOf(3), 'GAME-1')).toEqual(numbers);
  expect(playDraw(terms, seedOf(3), 'GAME-2')).not.toEqual(numbers);
});

describe.each([
  ['DS88', 'football'],
  ['DS88', 'hockey'],
  ['MERIDIAN', 'football'],
  ['IMES', 'arena'],
  ['SV3', 'siege'],
  ['AV', 'arena'],
] as const)('the calendar of %s %s', (vendor, sport) => {
  test('lets every team of a league meet every other one at home and away once in a season', () => {
    const season = Array.from({ length: 2 * 8 * 7 }, (_, place) => fixtureAt(vendor, sport, place));
    const pairs = season.map((fixture) => `${fixture?.league}: ${fixture?.home} ${fixture?.away}`);
    expect(new Set(pairs).size).toBe(season.length);
    expect(new Set(season.map((fixture) => fixture?.league)).size).toBe(2);
    for (const fixture of season) expect(fixture?.home).not.toBe(fixture?.away);
  });

  test('features one or two of the fixtures that are shown at a time', () => {
    for (let place = 1_000_000; place < 1_000_200; place++) {
      const shown = Array.from({ length: 7 }, (_, index) => fixtureAt(vendor, sport, place + index));
      expect([1, 2]).toContain(shown.filter((fixture) => fixture?.featured).length);
    }
  });
});

test('a game without leagues has no fixtures', () => {
  expect(fixtureAt('NOVA', 'football', 0)).toBeUndefined();
});
