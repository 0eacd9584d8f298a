import { describe, expect, test } from 'vitest';
import { playDraw } from './draw.ts';
import { fixtureAt } from './leagues.ts';
import { marketsAt } from './markets.ts';

const seedOf = (index: number) => index.toString(16).padStart(64, '0');

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

  test('offers every match its own odds, and every team its own strength', () => {
    const season = Array.from({ length: 2 * 8 * 7 }, (_, place) => fixtureAt(vendor, sport, place));
    const odds = season.map(
      (fixture) =>
        fixture &&
        marketsAt(fixture.terms, '')[0]
          ?.picks.map((pick) => pick.odds)
          .join(' / '),
    );
    expect(odds.filter((one) => one?.split(' / ').includes(''))).toEqual([]);
    // Few pairings of a season share their odds, and never two that are shown at the same time.
    expect(new Set(odds).size).toBeGreaterThan(season.length * (sport === 'arena' || sport === 'siege' ? 0.75 : 0.95));
    for (const place of season.keys()) {
      const displayed = Array.from({ length: 12 }, (_, index) => odds[(place + index) % season.length]);
      expect([place, new Set(displayed).size]).toEqual([place, displayed.length]);
    }
  });

  test('features one or two of the fixtures that are shown at a time', () => {
    for (let place = 1_000_000; place < 1_000_200; place++) {
      const displayed = Array.from({ length: 7 }, (_, index) => fixtureAt(vendor, sport, place + index));
      expect([1, 2]).toContain(displayed.filter((fixture) => fixture?.featured).length);
    }
  });
});

test('a game without leagues has no fixtures', () => {
  expect(fixtureAt('NOVA', 'football', 0)).toBeUndefined();
});
