import { expect, test } from 'vitest';
import { simulationStream } from '../simulation-stream.ts';
import { chancesAt, hasWon } from './markets.ts';
import { MATCH_SPORTS, playStep, stateOf } from './match.ts';
import { awayOf, ending, simulateMultiples, simulateSingles, situationsOf } from './test-simulation.ts';

const ROUNDS = 8_000;
/** Odds are the fair ones minus six percent and less than a hundredth of rounding. */
const [LEAST, MAX] = [0.9345, 100 / 106];

test.each(MATCH_SPORTS)('an ending of %s settles every bet like the match that it represents', (sport) => {
  for (const at of situationsOf([sport], true, 12, simulationStream(7))) {
    const [one, other] = [simulationStream(3), simulationStream(3)];
    for (let round = 0; round < 5; round++) {
      const end = ending(at, one);
      let whole = at.course;
      while (!stateOf(at.terms, whole).isOver) whole += playStep(at.terms, other);
      expect(stateOf(at.terms, end).isOver).toBe(true);
      for (const selection of chancesAt(at.terms, at.course).keys()) {
        expect([selection, hasWon(at.terms, end, selection)]).toEqual([selection, hasWon(at.terms, whole, selection)]);
      }
    }
  }
});

test.each([
  ['before the start', false],
  ['in play', true],
])('bets on every market %s have the computed return, and so do multiples', (_when, inPlay) => {
  const stream = simulationStream(20_261);
  const situations = situationsOf(MATCH_SPORTS, inPlay, 24, stream);
  const singles = simulateSingles(situations, ROUNDS, stream);
  expect([...singles.keys()].sort()).toEqual(['handicap', 'map', 'next', 'total', 'winner']);
  for (const [market, sums] of singles) {
    expect(sums.bets, market).toBe(ROUNDS);
    expect(Math.abs(awayOf(sums)), market).toBeLessThan(4);
    expect(sums.computed / sums.bets, market).toBeGreaterThan(LEAST);
    expect(sums.computed / sums.bets, market).toBeLessThanOrEqual(MAX);
  }
  const multiples = simulateMultiples(situations, ROUNDS, stream);
  expect(Math.abs(awayOf(multiples))).toBeLessThan(4);
  expect(multiples.computed / multiples.bets).toBeLessThan(MAX ** 2);
  expect(multiples.computed / multiples.bets).toBeGreaterThan(LEAST ** 4 - 0.01);
});
