import { describe, expect, test } from 'vitest';
import { simulationStream } from '../simulation-stream.ts';
import { type LegOdds, type LegState, MAX_LEGS, shownOdds, slipPayout, slipState, totalOdds } from './slip.ts';

const leg = (odds: number, state: LegState = 'open'): LegOdds => ({ odds, state });

describe('what a bet pays', () => {
  test.each([
    ['a single, to the unit', 3_0000n, [leg(235)], 7_0500n],
    ['the product of the legs', 10_0000n, [leg(200), leg(150)], 30_0000n],
    ['the exact product, rounded once and down to the cent', 1_0000n, [leg(133), leg(133), leg(133)], 2_3500n],
    ['with a void leg as without it', 10_0000n, [leg(200), leg(900, 'void'), leg(150, 'won')], 30_0000n],
    ['the stake when all legs are void', 7_0000n, [leg(200, 'void'), leg(300, 'void')], 7_0000n],
    ['nothing with one lost leg', 7_0000n, [leg(200, 'won'), leg(300, 'lost'), leg(150, 'void')], 0n],
  ] as const)('is %s', (_name, stake, legs, payout) => {
    expect(slipPayout(stake, legs)).toBe(payout);
  });

  test('never depends on the order of the legs, on the prices of void ones, or on the order of results', () => {
    const random = simulationStream(5);
    const states: LegState[] = ['open', 'won', 'lost', 'void'];
    for (let round = 0; round < 2_000; round++) {
      const legs = Array.from({ length: 1 + random.below(MAX_LEGS) }, () => leg(105 + random.below(400), states[random.below(4)]));
      const stake = BigInt(1 + random.below(500)) * 10_000n;
      const payout = slipPayout(stake, legs);
      expect(slipPayout(stake, [...legs].reverse())).toBe(payout);
      expect(
        slipPayout(
          stake,
          legs.map((one) => (one.state === 'void' ? leg(9999, 'void') : one)),
        ),
      ).toBe(payout);
      const counting = legs.filter(({ state }) => state !== 'void');
      const isLost = legs.some(({ state }) => state === 'lost');
      // Less than a cent below the exact product, never above it.
      const exact = counting.reduce((top, { odds }) => top * BigInt(odds), stake);
      const bottom = 100n ** BigInt(counting.length);
      expect(payout % 100n).toBe(0n);
      if (isLost) expect(payout).toBe(0n);
      else expect(payout * bottom <= exact && exact < (payout + 100n) * bottom).toBe(true);
      expect(slipState(legs)).toBe(
        isLost ? 'lost' : legs.some(({ state }) => state === 'open') ? 'open' : counting.length === 0 ? 'void' : 'won',
      );
    }
  });

  test('has exact odds: times the stake they are the payout', () => {
    expect(totalOdds([leg(133), leg(133), leg(133)])).toBe('2.352637');
    expect(totalOdds([leg(133), leg(500, 'void')])).toBe('1.33');
    expect(totalOdds([leg(133, 'void')])).toBe('1.00');
    expect(totalOdds([leg(250), leg(400)])).toBe('10.00');
    for (let round = 0; round < 200; round++) {
      const legs = [leg(101 + ((round * 37) % 900)), leg(102 + ((round * 91) % 2_000))];
      const shown = BigInt(Math.round(Number(shownOdds(totalOdds(legs))) * 10_000));
      expect(slipPayout(100_0000n, legs)).toBe(((100_0000n * shown) / 10_000n / 100n) * 100n);
    }
  });

  test('is shown with approximate odds only where the exact ones have more than four decimals', () => {
    expect(['1.87', '43.2587', '10.00', '2.352637', '9.995001', '1.004999'].map(shownOdds)).toEqual([
      '1.87',
      '43.2587',
      '10.00',
      '≈ 2.35',
      '≈ 10.00',
      '≈ 1.00',
    ]);
  });
});
