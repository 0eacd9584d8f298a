import { describe, expect, test } from 'vitest';
import { seedHash } from '../fairness.ts';
import { add, type Fraction, fraction, isLess, toPercent } from '../fraction.ts';
import { simulationStream } from '../simulation-stream.ts';
import {
  crashOf,
  drawsReaching,
  fallsAt,
  flightPayout,
  HIGHEST_TARGET,
  highestTarget,
  isTarget,
  LOWEST_TARGET,
  lowestFlightReturn,
  MAX_WIN,
  multiplierAt,
  multiplierText,
  paidAt,
  playFlight,
  reachedAt,
  targetReturn,
} from './flight.ts';

const WORD_COUNT = 2 ** 32;
const drawn = (word: number) => crashOf({ below: () => word }).crash;

describe('the multiplier', () => {
  test('rises by whole hundredths from 1.00 to its highest, never back, at published times', () => {
    expect([
      reachedAt(100),
      reachedAt(101),
      reachedAt(150),
      reachedAt(200),
      reachedAt(1_000),
      reachedAt(10_000),
      reachedAt(HIGHEST_TARGET),
    ]).toEqual([0, 125, 5069, 8665, 28_784, 57_567, 86_351]);
    for (let hundredths = 101; hundredths <= HIGHEST_TARGET; hundredths++)
      if (reachedAt(hundredths) < reachedAt(hundredths - 1)) expect.unreachable(`${hundredths} comes before the one below`);
  });

  test('is at any millisecond the highest one reached so far', () => {
    for (const hundredths of [101, 102, 137, 200, 999, 5_000, 31_337, HIGHEST_TARGET]) {
      expect(multiplierAt(reachedAt(hundredths))).toBeGreaterThanOrEqual(hundredths);
      expect(multiplierAt(reachedAt(hundredths) - 1)).toBeLessThan(hundredths);
    }
    expect([multiplierAt(-5), multiplierAt(0), multiplierAt(10_000_000)]).toEqual([100, 100, HIGHEST_TARGET]);
  });

  test('grows as an exact calculation in big integers does', () => {
    let size = 100n * 1_000_000_000n;
    for (let ms = 0; ms <= 30_000; ms++) {
      if (multiplierAt(ms) !== Number(size / 1_000_000_000n)) expect.unreachable(`another multiplier at ${ms} ms`);
      size += size / 12_500n;
    }
  });
});

describe('a crash', () => {
  test('follows the published formula, and the same for one seed and one id', () => {
    expect([drawn(0), drawn(WORD_COUNT / 2 - 1), drawn(WORD_COUNT - 1)]).toEqual([HIGHEST_TARGET, 194, 0]);
    // The boundary of 1.00x: 97/100 of all draws reach it.
    expect([drawn(drawsReaching(100) - 1), drawn(drawsReaching(100))]).toEqual([100, 0]);
    const seed = 'ab'.repeat(32);
    expect(playFlight(seed, 'GAME-000000000001')).toEqual({ crash: 238 });
    expect(playFlight(seedHash(seed), 'GAME-000000000001')).not.toEqual(playFlight(seed, 'GAME-000000000002'));
    expect(playFlight).toHaveLength(2);
  });

  test.each([100, 101, 150, 200, 333, 1_000, 12_345, HIGHEST_TARGET])(
    'reaches %i in exactly the draws that the return counts',
    (target) => {
      const reaching = drawsReaching(target);
      expect(drawn(reaching - 1)).toBeGreaterThanOrEqual(target);
      if (reaching < WORD_COUNT) expect(drawn(reaching)).toBeLessThan(target);
    },
  );

  test('comes when the next hundredth would: cashing out by hand and by target have the same result', () => {
    const stream = simulationStream(5);
    for (let round = 0; round < 400; round++) {
      const outcome = crashOf(stream);
      const end = fallsAt(outcome);
      expect(multiplierAt(end - 1)).toBeLessThanOrEqual(Math.max(outcome.crash, 100));
      for (const target of [101, 120, 200, 500]) {
        const inTime = reachedAt(target) < end || (outcome.crash === HIGHEST_TARGET && target === HIGHEST_TARGET);
        expect([outcome, target, inTime]).toEqual([outcome, target, paidAt(outcome, { target, cashed: null }) === target]);
      }
    }
    expect([fallsAt({ crash: 0 }), fallsAt({ crash: 100 }), fallsAt({ crash: HIGHEST_TARGET })]).toEqual([0, 125, 86_351]);
  });
});

describe('returns', () => {
  test('are 97 % for every target, up to rounding, and never more', () => {
    const most = fraction(97n, 100n);
    for (let target = LOWEST_TARGET; target <= HIGHEST_TARGET; target += target < 2_000 ? 1 : 97) {
      const exact = targetReturn(target);
      if (isLess(most, exact) || toPercent(exact) !== '97.00') expect.unreachable(`return of ${target}`);
    }
    expect(toPercent(lowestFlightReturn())).toBe('97.00');
    expect(isLess(lowestFlightReturn(), most)).toBe(true);
  });

  test('of two targets chosen at random are no better than those of one', () => {
    const half = (value: Fraction) => fraction(value.top, value.bottom * 2n);
    expect(toPercent(add(half(targetReturn(150)), half(targetReturn(2_000))))).toBe('97.00');
  });

  test('match the simulation', () => {
    const stream = simulationStream(20_261_122);
    let [paid, instant] = [0, 0];
    const rounds = 200_000;
    for (let round = 0; round < rounds; round++) {
      const outcome = crashOf(stream);
      paid += paidAt(outcome, { target: 150, cashed: null });
      instant += outcome.crash === 0 ? 1 : 0;
    }
    expect(paid / rounds / 100).toBeCloseTo(0.97, 2);
    expect(instant / rounds).toBeCloseTo(0.03, 2);
  });
});

test('a bet never pays more than the maximum, and pays to the cent', () => {
  expect(highestTarget(1_0000n)).toBe(HIGHEST_TARGET);
  expect(highestTarget(100_0000n)).toBe(10_000);
  expect(highestTarget(30_0000n)).toBe(33_333);
  expect(flightPayout(30_0000n, 33_333)).toBeLessThanOrEqual(MAX_WIN);
  expect(flightPayout(3_0000n, 137)).toBe(4_1100n);
  expect([isTarget(100, 1_0000n), isTarget(101, 1_0000n), isTarget(1.5, 1_0000n), isTarget(10_001, 100_0000n)]).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect([paidAt({ crash: 300 }, { target: 200, cashed: 150 }), paidAt({ crash: 199 }, { target: 200, cashed: null })]).toEqual([150, 0]);
  expect([multiplierText(0), multiplierText(137), multiplierText(100_000)]).toEqual(['1.00', '1.37', '1000.00']);
});
