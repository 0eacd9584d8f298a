import { expect, test } from 'vitest';
import { planShow } from './win-show.ts';

const summary = { title: '8 free spins', lines: [] };

test.each([0n, 4_000n, 10_000n])('a return of %s at or below the stake of 10000 is never counted nor celebrated', (payout) => {
  const round = { stake: 10_000n, payout, summary: undefined };
  expect(planShow(round, false)).toBeUndefined();
  // Free spins still have a summary, without a count.
  expect(planShow({ ...round, summary }, false)).toMatchObject({ tier: 'none', countMs: 0 });
});

test('a larger win is counted longer; a small win does not cover the game', () => {
  const counted = [20_000n, 100_000n, 250_000n, 500_000n].map(
    (payout) => planShow({ stake: 10_000n, payout, summary: undefined }, false)?.countMs,
  );
  expect(counted[0]).toBeUndefined();
  expect(counted.slice(1)).toEqual([...counted.slice(1)].sort((one, other) => Number(one) - Number(other)));
});

test('with reduced motion the amount appears at once and stays long enough to be read', () => {
  const plan = planShow({ stake: 10_000n, payout: 500_000n, summary: undefined }, true);
  expect(plan).toMatchObject({ tier: 'giant', countMs: 0 });
  expect(plan?.holdMs).toBeGreaterThan(1_000);
});
