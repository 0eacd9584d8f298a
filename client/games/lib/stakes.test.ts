import { expect, test } from 'vitest';
import { toWire } from '../../../shared/money/money.ts';
import { checkStake, firstStake, highestStake, readStake, scaleStake, someChips, stakeLadder, stepStake, unitsOf } from './stakes.ts';

const LIMITS = { minStake: '0.2000', maxStake: '100.0000', stakeStep: '0.2000', chips: ['1.0000', '5.0000', '25.0000', '100.0000'] };

test('the ladder holds limits, chips and rungs, ascending and within the limits', () => {
  const rungs = '0.2 0.4 0.6 0.8 1 2 3 4 5 6 8 10 15 20 25 30 40 50 60 80 100'.split(' ');
  expect(stakeLadder(LIMITS).map(toWire)).toEqual(rungs.map((text) => toWire(unitsOf(text))));
});

test('a typed stake is read with symbol, comma and groups; other text is rejected', () => {
  const read = (text: string) => {
    const units = readStake(text);
    return units === undefined ? undefined : toWire(units);
  };
  expect(['1', '$2.50', '2,5', '1,250.00', '0012', '7.', 'RM .5'].map(read)).toEqual([
    '1.0000',
    '2.5000',
    '2.5000',
    '1250.0000',
    '12.0000',
    '7.0000',
    '0.5000',
  ]);
  const whole = (text: string) => readStake(text, true);
  expect(['20.000', '₫1,250,000', '1.250.000'].map(whole)).toEqual([20_000n, 1_250_000n, 1_250_000n].map((amount) => amount * 10_000n));
  expect(['1.250,000', '1.2500'].map(whole)).toEqual([undefined, undefined]);
  expect(['', '1.234', '-1', '1e3', 'ten', '1.2.3', '.'].map(read)).toEqual(Array.from({ length: 7 }, () => undefined));
});

test('a typed stake is never raised: outside the limits it is invalid, between two stakes it is the lower one', () => {
  const check = (text: string) => checkStake(LIMITS, unitsOf(text));
  expect(checkStake(LIMITS, undefined)).toEqual({ fault: 'amount' });
  expect([check('0.19'), check('100.01')]).toEqual([{ fault: 'low' }, { fault: 'high' }]);
  expect(check('1.39')).toEqual({ stake: unitsOf('1.2'), isRounded: true });
  expect(check('100')).toEqual({ stake: unitsOf('100'), isRounded: false });
});

test('half, double and maximum respect limits, steps and balance', () => {
  const scale = (stake: string, by: 'half' | 'double', balance = '1000') =>
    toWire(scaleStake(LIMITS, unitsOf(stake), by, unitsOf(balance)));
  expect([scale('1', 'half'), scale('0.2', 'half'), scale('0.6', 'half')]).toEqual(['0.4000', '0.2000', '0.2000']);
  expect([scale('3', 'double'), scale('60', 'double'), scale('3', 'double', '5.5')]).toEqual(['6.0000', '100.0000', '5.4000']);
  expect(scale('8', 'double', '5')).toBe('8.0000');
  const max = (balance: string) => toWire(highestStake(LIMITS, unitsOf(balance)));
  expect([max('1000'), max('5.55'), max('0.1')]).toEqual(['100.0000', '5.4000', '0.2000']);
});

test('the stepper stops at both ends and works from a stake between two rungs', () => {
  const ladder = stakeLadder(LIMITS);
  const step = (from: string, way: 1 | -1) => toWire(stepStake(ladder, unitsOf(from), way));
  expect(step('1', 1)).toBe('2.0000');
  expect(step('1', -1)).toBe('0.8000');
  expect(step('100', 1)).toBe('100.0000');
  expect(step('0.2', -1)).toBe('0.2000');
  expect(step('3.4', 1)).toBe('4.0000');
  expect(step('3.4', -1)).toBe('3.0000');
});

test('every rung is a multiple of the lowest stake', () => {
  const ladder = stakeLadder({ minStake: '0.2500', maxStake: '100.0000', stakeStep: '0.2500', chips: ['0.2500', '1.0000', '100.0000'] });
  expect(ladder.every((rung) => rung % 2500n === 0n)).toBe(true);
  expect(ladder).toContain(unitsOf('0.5'));
  expect(ladder).not.toContain(unitsOf('0.2'));
});

test('a reduced set of chips is spread over all of them, with both ends', () => {
  expect(someChips([1, 2, 3, 4, 5, 6, 7, 8, 9], 5)).toEqual([1, 3, 5, 7, 9]);
  expect(someChips([1, 2, 3], 5)).toEqual([1, 2, 3]);
});

test('the first stake is a small chip', () => {
  expect(toWire(firstStake(LIMITS))).toBe('25.0000');
  expect(toWire(firstStake({ ...LIMITS, chips: [] }))).toBe('0.2000');
});

test('an invalid amount throws', () => {
  expect(() => unitsOf('12,5')).toThrow();
});
