import { expect, test } from 'vitest';
import { dropdownPages, dropdownSlice } from './dropdown-games.ts';

test('first 21 games, then 18 per page, without a gap or an overlap', () => {
  expect(dropdownSlice(1)).toEqual({ offset: 0, pageSize: 21 });
  expect(dropdownSlice(2)).toEqual({ offset: 21, pageSize: 18 });
  expect(dropdownSlice(3)).toEqual({ offset: 39, pageSize: 18 });
});

test.each([
  [0, 1],
  [21, 1],
  [22, 2],
  [39, 2],
  [40, 3],
])('%i games make %i pages', (total, pages) => {
  expect(dropdownPages(total)).toBe(pages);
});
