import { expect, test } from 'vitest';
import { defined } from './defined.ts';

test('properties without a value are left out', () => {
  const found = defined({ a: 1, b: undefined, c: null, d: '' });
  expect(Object.keys(found)).toEqual(['a', 'c', 'd']);
});
