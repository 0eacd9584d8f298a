import { expect, test } from 'vitest';
import { pagesOf } from './pages-of.ts';

const row = (page: number, pages: number) =>
  pagesOf(page, pages)
    .map((step) => (step.kind === 'gap' ? '…' : step.page === page ? `[${step.page}]` : step.page))
    .join(' ');

test.each([
  [1, 1, '[1]'],
  [1, 3, '[1] 2 3'],
  [1, 4, '[1] 2 3 4'],
  [1, 20, '[1] 2 3 … 20'],
  [3, 20, '1 2 [3] 4 … 20'],
  [4, 20, '1 2 3 [4] 5 … 20'],
  [5, 20, '1 … 4 [5] 6 … 20'],
  [17, 20, '1 … 16 [17] 18 19 20'],
  [20, 20, '1 … 18 19 [20]'],
])('page %i of %i', (page, pages, expected) => {
  expect(row(page, pages)).toBe(expected);
});
