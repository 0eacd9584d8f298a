import { expect, test } from 'vitest';
import { fullestColumns } from './columns.ts';

test('takes the columns that fill the last row, else those that leave the fewest places empty', () => {
  expect([24, 25, 26, 22].map((count) => fullestColumns(count, [6, 5, 4]))).toEqual([6, 5, 4, 6]);
  expect(fullestColumns(13, [3, 4])).toBe(3);
});
