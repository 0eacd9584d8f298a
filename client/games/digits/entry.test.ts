import { expect, test } from 'vitest';
import { deleteDigit, fitEntry, randomEntry, typeDigit } from './entry.ts';

test('digits are typed from the left; after a complete number the next digit starts a new one', () => {
  expect([...'0472'].reduce((entry, digit) => typeDigit(entry, digit, 3), '')).toBe('2');
  expect([...'047'].reduce((entry, digit) => typeDigit(entry, digit, 3), '')).toBe('047');
  expect([deleteDigit('047'), deleteDigit('')]).toEqual(['04', '']);
});

test('another kind of bet preserves the last digits', () => {
  expect([fitEntry('0472', 2), fitEntry('7', 2), fitEntry('', 4)]).toEqual(['72', '7', '']);
});

test('a random number has all its digits, including zeros', () => {
  expect(randomEntry(4, () => 0)).toBe('0000');
  expect(randomEntry(3, () => 0.999)).toBe('999');
});
