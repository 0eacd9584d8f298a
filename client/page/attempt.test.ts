import { expect, test } from 'vitest';
import { createAttempt } from './attempt.ts';

test('the same instruction keeps its reference, another instruction gets a new one', () => {
  const attempt = createAttempt('reference-of-the-form');
  expect(attempt.reference('50')).toBe('reference-of-the-form');
  expect(attempt.reference('50')).toBe('reference-of-the-form');
  const other = attempt.reference('60');
  expect(other).toMatch(/^[A-Za-z0-9-]{16,64}$/);
  expect(other).not.toBe('reference-of-the-form');
  expect(attempt.reference('60')).toBe(other);
});

test('after an attempt is finished the same instruction gets a new reference', () => {
  const attempt = createAttempt('reference-of-the-form');
  attempt.reference('50');
  attempt.complete();
  expect(attempt.reference('50')).not.toBe('reference-of-the-form');
});
