import { expect, test } from 'vitest';
import { deleteDigit, fitEntry, randomEntry, typeDigit } from './entry.ts';

test('digits are typed from the left; a full number begins anew', () => {
  expect([...'0472'].reduce((entry, digit) => typeDigit(entry, digit, 3), '')).toBe('2');
  expect([...'047'].reduce((entry, digit) => typeDigit(entry, digit, 3), '')).toBe('047');
  expect([deleteDigit('047'), deleteDigit('')]).toEqual(['04', '']);
});

test('another kind of bet keeps the last digits', () => {
  expect([fitEntry('0472', 2), fitEntry('7', 2), fitEntry('', 4)]).toEqual(['72', '7', '']);
});

test('a number by chance has all its digits, zeros too', () => {
  expect(randomEntry(4, () => 0)).toBe('0000');
  expect(randomEntry(3, () => 0.999)).toBe('999');
});
