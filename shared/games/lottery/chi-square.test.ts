import { expect, test } from 'vitest';
import { LOTTERY_VARIANTS } from '../catalogue.ts';
import { type DrawTerms, playDraw, seedOfLink } from '../events/draw.ts';
import { createDrawCounter } from './chi-square.ts';
import { lotteryDraws } from './draws.ts';

const DRAWS = 3_000;
/** Two in ten million by chance, for each of some hundred counts; the seeds are fixed. */
const MAX_DEVIATIONS = 5;

const termsOf = (variant: (typeof LOTTERY_VARIANTS)[number]) => lotteryDraws({ variant })?.terms as DrawTerms;

function worst(terms: DrawTerms, change: (numbers: readonly string[], draw: number) => readonly string[] = (numbers) => numbers): number {
  const counter = createDrawCounter(terms);
  for (let draw = 0; draw < DRAWS; draw++) {
    const seed = seedOfLink((draw + 1).toString(16).padStart(64, '0'));
    counter.add(change(playDraw(terms, seed, `GAME-${draw}`), draw));
  }
  return Math.max(...counter.results().map(({ deviations }) => Math.abs(deviations)));
}

test.each(LOTTERY_VARIANTS)('all outcomes of %s are equally likely at each place', (variant) => {
  expect(worst(termsOf(variant))).toBeLessThan(MAX_DEVIATIONS);
});

test('the count finds a bias, and places that depend on each other', () => {
  const terms: DrawTerms = { mode: 'digits', count: 4 };
  expect(worst(terms, ([one, ...rest], draw) => [draw % 12 === 0 ? '7' : (one ?? ''), ...rest])).toBeGreaterThan(MAX_DEVIATIONS);
  expect(
    worst(terms, ([one = '', two = '', ...rest], draw) => (draw % 8 === 0 ? [one, one, ...rest] : [one, two, ...rest])),
  ).toBeGreaterThan(MAX_DEVIATIONS);
});
