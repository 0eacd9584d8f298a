import { expect, it } from 'vitest';
import { findList } from './find-list.ts';

it.each<[string, unknown]>([
  ['the answer itself', [1]],
  ['the field of its name', { games: [1] }],
  ['a list', { list: [1] }],
  ['rows', { rows: [1] }],
  ['a page of records', { records: [1], total: 1 }],
  ['content', { content: [1] }],
  ['items in data', { data: { items: [1] } }],
  ['a list in a result in data', { data: { result: { list: [1] } } }],
])('the list of an answer is found: %s', (_name, value) => {
  expect(findList(value, 'games')?.list).toEqual([1]);
});

it('its own name wins, and fields next to it are found too', () => {
  expect(findList({ list: [2], games: [1] }, 'games')?.list).toEqual([1]);
  expect(findList({ code: 1, data: { rows: [1], pages: 4 } }, 'games')?.fields).toMatchObject({ code: 1, pages: 4 });
});

it('returns undefined for an answer without a list', () => {
  for (const value of [null, undefined, 'x', {}, { other: [1] }, { data: { data: { data: { data: [1] } } } }])
    expect(findList(value, 'games')).toBeUndefined();
});
