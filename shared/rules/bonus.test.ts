import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideStake, divideWin, type Pools, sumOfPools, wageredPercent, wageringLeft } from './bonus.ts';

const units = (max: number) => fc.integer({ min: 0, max }).map(BigInt);
const pools: fc.Arbitrary<Pools> = fc.record({ real: units(50), held: units(50), bonus: units(50) });

test('a stake takes from a pool only when the pools before it are empty', () => {
  fc.assert(
    fc.property(pools, units(160), (before, stake) => {
      const parts = divideStake(stake, before);
      expect(parts === undefined).toBe(stake > sumOfPools(before));
      if (!parts) return;
      expect(sumOfPools(parts)).toBe(stake);
      if (parts.held > 0n || parts.bonus > 0n) expect(parts.real).toBe(before.real);
      if (parts.bonus > 0n) expect(parts.held).toBe(before.held);
    }),
  );
  // An overdrawn wallet pays nothing.
  expect(divideStake(5n, { real: -3n, held: 0n, bonus: 5n })).toEqual({ real: 0n, held: 0n, bonus: 5n });
});

test('a win loses no unit, a returned stake is the stake, and only rounding leaves the proportion', () => {
  fc.assert(
    fc.property(pools, units(100_000), (stake, win) => {
      fc.pre(sumOfPools(stake) > 0n);
      expect(divideWin(sumOfPools(stake), stake, 'USD')).toEqual(stake);
      const parts = divideWin(win, stake, 'USD');
      expect(sumOfPools(parts)).toBe(win);
      for (const pool of ['real', 'held', 'bonus'] as const) {
        const over = parts[pool] * sumOfPools(stake) - win * stake[pool];
        expect(over < 2n * sumOfPools(stake) && over > -sumOfPools(stake)).toBe(true);
        if (stake[pool] === 0n) expect(parts[pool]).toBe(0n);
      }
    }),
  );
  expect(() => divideWin(5n, { real: 0n, held: 0n, bonus: 0n }, 'USD')).toThrow('nothing');
});

test('a currency without decimals has whole units in each pool', () => {
  const stake = { real: 10_000n, held: 0n, bonus: 20_000n };
  expect(divideWin(100_000n, stake, 'JPY')).toEqual({ real: 40_000n, held: 0n, bonus: 60_000n });
  expect(divideWin(100_000n, stake, 'USD')).toEqual({ real: 33_334n, held: 0n, bonus: 66_666n });
});

test('progress is rounded down, and what is left up', () => {
  expect([wageredPercent(-5n, 100n), wageredPercent(9_999n, 100n), wageredPercent(20_000n, 100n)]).toEqual([0, 99, 100]);
  expect([wageringLeft(-5n, 100n), wageringLeft(9_999n, 100n), wageringLeft(10_000n, 100n)]).toEqual([100n, 1n, 0n]);
});
