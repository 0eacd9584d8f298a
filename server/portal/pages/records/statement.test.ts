import { describe, expect, it } from 'vitest';
import type { VisitorInput } from '../visitor-input.ts';
import { statement } from './statement.ts';

const LINE = { at: '2026-11-02T00:00:00.000Z', subject: null };
const SHEET = { opening: '0.0000', closing: '0.0000', sums: [], balanced: true, games: [], account: 'ann' };

/** A month of several pages with two lines each, where one call may fail. */
async function load(query: string, { pages = 3, fails, tag = 'en' }: { pages?: number; fails?: number; tag?: string } = {}) {
  const asked: number[] = [];
  const call = async (_call: unknown, { query: { month, pageNo } }: { query: { month: string; pageNo: number } }) => {
    asked.push(pageNo);
    if (pageNo === fails) return { success: false, value: null, code: 'upstream_timeout', message: 'late' };
    const movements = [1, 2].map((n) => ({ ...LINE, transferId: `${pageNo}-${n}` }));
    const span = { from: LINE.at, to: LINE.at };
    const value = { ...SHEET, ...span, month, movements, lines: pages * 2, firstLine: pageNo * 2 - 1, pageNum: pageNo, totalPages: pages };
    return { success: true, value };
  };
  const input = {
    upstream: { call },
    visitor: {},
    query: new URLSearchParams(query),
    timeZone: 'Asia/Bangkok',
    context: { language: { tag } },
  } as unknown as VisitorInput;
  return { page: await statement(input), asked };
}

describe('a statement', () => {
  it('shows the page of the address', async () => {
    const { page, asked } = await load('month=2026-11&pageNo=2');
    expect(asked).toEqual([2]);
    expect(page).toMatchObject({ statement: { firstLine: 3, pageNum: 2, totalPages: 3, printable: true } });
  });

  it('uses the calendar of its lines for years, in Thai too', async () => {
    const { page } = await load('month=2026-11', { tag: 'th' });
    expect(page).toMatchObject({ statement: { monthText: 'พฤศจิกายน 2026' } });
  });

  it('shows all lines on one page on request', async () => {
    const { page, asked } = await load('month=2026-11&lines=all');
    expect(asked).toEqual([1, 2, 3]);
    const transferIds = 'statement' in page ? page.statement.movements.map(({ transferId }) => transferId) : [];
    expect(transferIds).toEqual(['1-1', '1-2', '2-1', '2-2', '3-1', '3-2']);
    expect(page).toMatchObject({ statement: { firstLine: 1, lines: 6, pageNum: 1, totalPages: 1, printable: false } });
  });

  it('keeps its pages if one page would be too long', async () => {
    const { page, asked } = await load('month=2026-11&lines=all', { pages: 26 });
    expect(asked).toEqual([1]);
    expect(page).toMatchObject({ statement: { pageNum: 1, totalPages: 26, printable: false } });
  });

  it('is refused as a whole if one of its pages cannot be loaded', async () => {
    const { page } = await load('month=2026-11&lines=all', { fails: 2 });
    expect(page).toEqual({ refused: { code: 'upstream_timeout', message: 'late' } });
  });
});
