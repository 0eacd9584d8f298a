import { expect, test } from 'vitest';
import { hasShow, winTier } from './win-tier.ts';

test.each([
  [0n, 'none'],
  [9_900n, 'none'],
  [10_000n, 'none'],
  [10_100n, 'win'],
  [99_900n, 'win'],
  [100_000n, 'big'],
  [250_000n, 'huge'],
  [499_900n, 'huge'],
  [500_000n, 'giant'],
  [50_000_000n, 'giant'],
] as const)('a stake of 1 that returns %s units is %s', (amount, tier) => {
  expect(winTier(10_000n, amount)).toBe(tier);
});

test('a win below ten stakes gets no animation', () => {
  expect((['none', 'win', 'big', 'huge', 'giant'] as const).filter(hasShow)).toEqual(['big', 'huge', 'giant']);
});
