import { expect, test } from 'vitest';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { oddsOf, setTarget, swapSide } from './dice-bet.ts';

test('a target stays within the limits on both sides', () => {
  const over = { over: true, target: 5000 };
  expect(setTarget(over, -5).target).toBe(499);
  expect(setTarget(over, 99_999).target).toBe(9899);
  expect(setTarget({ over: false, target: 0 }, 0).target).toBe(100);
  expect(setTarget({ over: false, target: 0 }, 9_800).target).toBe(9500);
  expect(setTarget(over, 4999.6).target).toBe(5000);
});

test('the other side has the same chance', () => {
  for (let target = 499; target <= 9899; target += 50) {
    const over = { over: true, target };
    const under = swapSide(over);
    expect(under.over).toBe(false);
    expect(oddsOf(under).chance).toBe(oddsOf(over).chance);
    expect(swapSide(under)).toEqual(over);
  }
});

test('chance and multiplier come from the rules', () => {
  expect(oddsOf({ over: false, target: 4950 })).toEqual({ chance: 4950, hundredths: 200 });
  expect(hundredthsText(4950)).toBe('49.50');
  expect(hundredthsText(7)).toBe('0.07');
});
