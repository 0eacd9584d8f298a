import { expect, test } from 'vitest';
import { fullestColumns } from './columns.ts';

test('chooses the columns that fill the last row, else those with the fewest empty places', () => {
  expect([24, 25, 26, 22].map((count) => fullestColumns(count, [6, 5, 4]))).toEqual([6, 5, 4, 6]);
  expect(fullestColumns(13, [3, 4])).toBe(3);
});
