import { expect, test } from 'vitest';
import { LOTTERY_VARIANTS } from '../catalogue.ts';
import { playDraw } from '../events/draw.ts';
import { STUDIO_GAMES } from '../games.ts';
import { lotteryDraws } from './draws.ts';
import { lotteryTrends } from './trends.ts';

const SEED = '3c'.repeat(32);
const FOUR = STUDIO_GAMES.find(({ variant }) => variant === 'sea4')?.gameId ?? '';

/** Draws of a game, newest first. */
function drawsOf(variant: (typeof LOTTERY_VARIANTS)[number], count: number): string[][] {
  const draws = lotteryDraws({ variant });
  if (!draws) throw new Error(`${variant} has no draws`);
  return Array.from({ length: count }, (_, nr) => [...playDraw(draws.terms, SEED, `draw-${variant}-${nr}`)]);
}

test.each(LOTTERY_VARIANTS)('the trends of %s count every number of every draw once', (variant) => {
  const { gameId } = STUDIO_GAMES.find((one) => one.variant === variant) ?? { gameId: '' };
  const draws = drawsOf(variant, 100);
  const trends = lotteryTrends(gameId, draws);
  if (!trends) throw new Error('no trends');
  expect(trends.draws).toBe(100);
  for (const { place, values, expectedTenths } of trends.rows) {
    const isSet = variant === 'north' || variant === 'central' || variant === 'south';
    const columns = draws.map((numbers) => {
      if (place === null) return numbers;
      // Digits of the first prize.
      if (variant === 'sea4') return [numbers[0]?.[place - 1] ?? ''];
      return isSet ? [[...(numbers[0] ?? '')].at(place - 3) ?? ''] : [numbers[place - 1] ?? ''];
    });
    const total = values.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(columns.flat().length);
    expect(Math.round((total * 10) / values.length)).toBe(expectedTenths);
    for (const { value, count, gap } of values) {
      expect(count).toBe(columns.flat().filter((one) => one === value).length);
      const seen = columns.flatMap((numbers, index) => (numbers.includes(value) ? [index] : []));
      expect(gap).toBe(seen[0] ?? null);
    }
  }
  const onRoad = trends.road.reduce((sum, { length }) => sum + length, 0);
  expect([0, 100]).toContain(onRoad);
  for (const [index, run] of trends.road.entries()) expect(run.side).not.toBe(trends.road[index - 1]?.side);
});

test('the road of digits follows the sum, oldest draw first', () => {
  const draws = ['9999', '9990', '0001', '9900', '9901'].map((number) => [number, ...Array.from({ length: 22 }, () => '0000')]);
  // Big is above 18.
  expect(lotteryTrends(FOUR, draws)).toMatchObject({
    sides: { big: 3, small: 2, neither: 0 },
    road: [
      { side: 'big', length: 1 },
      { side: 'small', length: 2 },
      { side: 'big', length: 2 },
    ],
  });
});

test('there are no trends without draws, of other games, and of draws of another shape', () => {
  expect(lotteryTrends(FOUR, [])).toBeUndefined();
  expect(lotteryTrends('OTHER', [['1', '2', '3', '4']])).toBeUndefined();
  expect(lotteryTrends(FOUR, [['1', '2']])).toBeUndefined();
  // Draws of four digits, as the game drew before.
  expect(lotteryTrends(FOUR, [['1', '2', '3', '4']])).toBeUndefined();
});
