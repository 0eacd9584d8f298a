import { describe, expect, test } from 'vitest';
import { callQuery, cleared, combinedPage, isNarrowed, type ListFilter, listHref, readFilter } from './list-filter.ts';

const read = (path: string, query: string) => readFilter(path, new URLSearchParams(query), path === '/elott' ? ['LOTT', 'ELOTT'] : ['RNG']);
const none: ListFilter = { category: 'RNG', vendors: [], gameType: '', gameName: '', minBet: '', minLineNum: '', sort: 'popular' };

describe('the address of a list', () => {
  test.each([
    ['/rng', '', none],
    ['/rng', 'page=NOVA', { ...none, vendors: ['NOVA'] }],
    ['/rng', 'page=ZEAL,NOVA&page=NOVA&page=%27--', { ...none, vendors: ['NOVA', 'ZEAL'] }],
    ['/rng', 'gameName=%20a%20b%20&sort=rebate', { ...none, gameName: 'a b', sort: 'rebate' as const }],
    ['/rng', `gameName=${'a'.repeat(65)}&sort=evil&minBet=-3&minLineNum=-1&gameType=%3Cb%3E`, none],
    ['/rng', 'minBet=0.5&minLineNum=20&gameType=VIDEO_SLOT', { ...none, minBet: '0.5', minLineNum: '20', gameType: 'VIDEO_SLOT' }],
    ['/rng', 'minBet=100000', { ...none, minBet: '100000' }],
    ['/rng', 'category=ALL', { ...none, category: 'ALL' as const }],
    ['/rng', 'category=LIVE', none],
    ['/elott', '', { ...none, category: 'ELOTT' as const }],
    ['/elott', 'category=LOTT', { ...none, category: 'LOTT' as const }],
    ['/elott', 'category=ALL', { ...none, category: 'ELOTT' as const }],
  ])('%s?%s', (path, query, filter) => {
    expect(read(path, query)).toEqual(filter);
  });

  test.each([
    ['/rng', 'page=ZEAL,NOVA&gameName=a+b&minBet=1&sort=new', '/rng?page=NOVA,ZEAL&gameName=a+b&minBet=1&sort=new'],
    ['/rng', 'sort=popular', '/rng'],
    ['/elott', 'category=LOTT', '/elott?category=LOTT'],
    ['/rng', 'category=ALL&gameName=koi', '/rng?category=ALL&gameName=koi'],
  ])('%s?%s is written as %s and read back the same', (path, query, href) => {
    const filter = read(path, query);
    expect(listHref(path, filter)).toBe(href);
    expect(read(path, href.split('?')[1] ?? '')).toEqual(filter);
  });

  test('omits the first page', () => {
    expect([listHref('/rng', none, 1), listHref('/rng', none, 2)]).toEqual(['/rng', '/rng?pageNo=2']);
  });
});

test('a search in all categories sends no category', () => {
  expect(callQuery({ ...none, category: 'ALL', gameName: 'koi' })).toEqual({ gameName: 'koi', sort: 'popular' });
});

test('clearing keeps category and order', () => {
  const full: ListFilter = { ...none, vendors: ['A'], gameName: 'x', gameType: 'y', minBet: '1', minLineNum: '10', sort: 'new' };
  expect(cleared(full)).toEqual({ ...none, sort: 'new' });
  expect([isNarrowed(full), isNarrowed(cleared(full))]).toEqual([true, false]);
});

test.each([
  [1, { pageNo: 1, pageSize: 24, start: 0 }],
  [4, { pageNo: 1, pageSize: 96, start: 0 }],
  [5, { pageNo: 5, pageSize: 24, start: 96 }],
])('page %i is loaded as %o', (page, expected) => {
  expect(combinedPage(page)).toEqual(expected);
});
