import { expect, test } from 'vitest';
import { toWire } from '../../../shared/money/money.ts';
import { chipLabel, firstStake, someChips, stakeLadder, stepStake, unitsOf } from './stakes.ts';

const LIMITS = { minStake: '0.2000', maxStake: '100.0000', chips: ['1.0000', '5.0000', '25.0000', '100.0000'] };

test('the ladder holds limits, chips and rungs, ascending and within the limits', () => {
  expect(stakeLadder(LIMITS).map(toWire)).toEqual(
    ['0.2', '1', '2', '5', '10', '20', '25', '50', '100'].map((text) => toWire(unitsOf(text))),
  );
});

test('the stepper stops at both ends and finds its way from a stake between rungs', () => {
  const ladder = stakeLadder(LIMITS);
  const step = (from: string, way: 1 | -1) => toWire(stepStake(ladder, unitsOf(from), way));
  expect(step('1', 1)).toBe('2.0000');
  expect(step('1', -1)).toBe('0.2000');
  expect(step('100', 1)).toBe('100.0000');
  expect(step('0.2', -1)).toBe('0.2000');
  expect(step('3', 1)).toBe('5.0000');
  expect(step('3', -1)).toBe('2.0000');
});

test('every rung is a multiple of the least stake', () => {
  const ladder = stakeLadder({ minStake: '0.2500', maxStake: '100.0000', chips: ['0.2500', '1.0000', '100.0000'] });
  expect(ladder.every((rung) => rung % 2500n === 0n)).toBe(true);
  expect(ladder).toContain(unitsOf('0.5'));
  expect(ladder).not.toContain(unitsOf('0.2'));
});

test('few chips are spread over many, with both ends', () => {
  expect(someChips([1, 2, 3, 4, 5, 6, 7, 8, 9], 5)).toEqual([1, 3, 5, 7, 9]);
  expect(someChips([1, 2, 3], 5)).toEqual([1, 2, 3]);
});

test('the first stake is a small chip', () => {
  expect(toWire(firstStake(LIMITS))).toBe('25.0000');
  expect(toWire(firstStake({ ...LIMITS, chips: [] }))).toBe('0.2000');
});

test('chips are labelled shortly', () => {
  expect(['0.5', '1', '2.5', '25', '1000', '2500', '1250'].map((text) => chipLabel(unitsOf(text)))).toEqual([
    '0.5',
    '1',
    '2.5',
    '25',
    '1k',
    '2.5k',
    '1250',
  ]);
});

test('an amount that is none is a defect', () => {
  expect(() => unitsOf('12,5')).toThrow();
});
