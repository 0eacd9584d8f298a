import { expect, test } from 'vitest';
import { timesText } from './times-text.ts';

test.each([
  ['50000.0', '×50,000'],
  [8000, '×8,000'],
  ['1234567.50', '×1,234,567.5'],
  ['999.0', '×999'],
  ['1.10', '×1.1'],
  [0, '×0'],
])('a multiplier of %s reads %s', (multiplier, text) => {
  expect(timesText(multiplier)).toBe(text);
});
