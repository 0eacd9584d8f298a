import { describe, expect, it } from 'vitest';
import { partOf, windowOf } from './list-window.ts';

const window = (offset: number, pageSize: number) => windowOf(new URLSearchParams({ offset: `${offset}`, pageSize: `${pageSize}` }));

describe('the page of a platform that contains a part of a list', () => {
  it('has every wanted item, and hardly more', () => {
    for (let page = 2; page < 60; page++) {
      const offset = 21 + (page - 2) * 18;
      const found = window(offset, 18);
      if (!found) continue;
      const first = (found.pageNo - 1) * found.pageSize;
      expect([first + found.skip, found.size, found.skip + found.size <= found.pageSize]).toEqual([offset, 18, true]);
    }
    expect(window(21, 18)).toEqual({ pageNo: 2, pageSize: 20, skip: 1, size: 18 });
    expect(window(36, 18)).toEqual({ pageNo: 3, pageSize: 18, skip: 0, size: 18 });
  });

  it('is not needed without an offset, and does not exist for a malformed one', () => {
    for (const offset of [0, -3, 1.5, Number.NaN]) expect(window(offset, 18)).toBeUndefined();
    expect(window(21, 0)).toBeUndefined();
  });

  it('is reduced to the part', () => {
    const games = Array.from({ length: 30 }, (_, index) => index);
    expect(partOf({ games, totalPages: 1, pageNum: 1 }, { pageNo: 1, pageSize: 39, skip: 21, size: 18 })).toEqual({
      games: games.slice(21),
      totalPages: 3,
      pageNum: 1,
    });
  });
});
