import { expect, test } from 'vitest';
import type { Vendor } from '../../../../shared/api/games/schemas.ts';
import type { Match } from '../../../../shared/api/schedule/schemas.ts';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';
import { translator } from '../../../../shared/i18n/translate.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { LIVE_CLASSIFY_CODES } from '../../../../shared/test-live-codes.ts';
import type { Visitor } from '../../contracts.ts';
import { fullShelves } from '../home/home-page.tsx';
import { loadSite } from '../site.ts';
import { testGame, testUpstream } from '../test-upstream.ts';
import { gameListPage, isUnbounded, listParameters, vendorChoices } from './game-list-page.tsx';
import { matchView } from './match-view.ts';
import { typeName } from './type-name.ts';

const t = translator(TEXTS.EN ?? {}, 'en');

test('every live classification code has a name, an unknown kind a name made from its code', () => {
  expect(LIVE_CLASSIFY_CODES.map((code) => typeName(t, code)).filter((name, index) => name === LIVE_CLASSIFY_CODES[index])).toEqual([]);
  expect([typeName(t, 'BAC'), typeName(t, 'CRASH_GAME')]).toEqual(['Baccarat', 'Crash game']);
});

const vendor = (vassalage: string, gameCount: number, isHot = 0): Vendor => ({
  vassalage,
  displayName: vassalage,
  smallIcon: '',
  isHot,
  gameCategory: 'RNG',
  gameCount,
  popup: false,
  maintenance: false,
});

test('vendors keep their order and show their counts under the filter', () => {
  const vendors = [vendor('A', 9, 1), vendor('B', 5)];
  const count = (code: string, number: number, hot = false) => ({ code, name: code, count: number, hot });
  expect(vendorChoices(vendors, undefined, true)).toEqual([count('A', 9, true), count('B', 5)]);
  const found = [{ vassalage: 'B', displayName: 'B', count: 2 }];
  expect(vendorChoices(vendors, found, true)).toEqual([count('A', 0, true), count('B', 2)]);
  expect(vendorChoices([...vendors, vendor('B', 1)], found, false)).toEqual([count('B', 2)]);
});

test.each([
  ['/rng', 'sort=popular&page=&evil=1&category=LIVE', '', false],
  ['/rng', 'pageNo=2&page=NOVA', 'page=NOVA&pageNo=2', false],
  ['/rng', 'page=ZEAL&page=NOVA', 'page=NOVA%2CZEAL', true],
  ['/rng', 'gameName=%20koi', 'gameName=koi', true],
  ['/elott', 'category=LOTT', 'category=LOTT', false],
  ['/elott', '', '', false],
])('%s?%s is the page of ?%s; unbounded: %s', (path, query, normal, unbounded) => {
  const parameters = listParameters(path, new URLSearchParams(query));
  expect([parameters.toString(), isUnbounded(parameters)]).toEqual([normal, unbounded]);
});

async function listView(search: string, upstream = testUpstream()) {
  const visitor: Visitor = {
    requestId: 'r',
    address: '192.0.2.1',
    country: undefined,
    language: languageOf('EN'),
    theme: 'dark',
    session: null,
    userAgent: '',
    cookies: {},
    siteOrigin: 'http://localhost',
  };
  const site = await loadSite({ upstream, translator: () => t }, visitor, 'dark');
  const context = { ...site.context, here: '/rng', modal: site.modal, imageHosts: [] };
  const query = new URLSearchParams(search);
  return gameListPage('/rng')({
    upstream,
    visitor,
    context,
    timeZone: 'UTC',
    currency: currencyView('USD'),
    query,
    offers: true,
    form: undefined,
  });
}

test.each([
  ['', false],
  ['page=NOVA', false],
  ['page=NOSUCH', true],
  ['pageNo=9999', true],
])('/rng?%s does not exist and is not cached: %j', async (search, unbounded) => {
  const view = await listView(search);
  expect(view.unbounded).toBe(unbounded);
});

test.each([
  ['', 9],
  ['page=NOVA', 4],
  ['minBet=1', 4],
  ['page=NOVA&gameName=koi', 4],
  ['gameName=koi', 9],
])('the search box of /rng?%s covers the %i games of the other filters', async (search, games) => {
  const upstream = testUpstream();
  const call = upstream.call;
  // The test platform knows no filters.
  const totalOf = ({ gameName, vassalage, minBet }: Record<string, unknown>) => (gameName ? 1 : vassalage || minBet ? 4 : 9);
  const filtering: typeof upstream = {
    ...upstream,
    call: async (target, input, visitor) => {
      const answer = await call(target, input, visitor);
      if (target.id !== 'games.list' || !answer.success) return answer;
      return { ...answer, value: { ...(answer.value as object), total: totalOf(input.query as Record<string, unknown>) } } as never;
    },
  };
  const view = await listView(search, filtering);
  expect((view.body as { props: { grid: { all: number } } }).props.grid.all).toBe(games);
});

test('the time of a match includes its day unless it is today', () => {
  const match = { matchId: 'm', startsAt: '2026-01-01T18:30:00.000Z' } as Match;
  expect(matchView(match, '2026-01-01T17:00:00.000Z', 'Asia/Bangkok').whenText).toBe('01:30');
  expect(matchView(match, '2026-01-01T16:00:00.000Z', 'Asia/Bangkok').whenText).toBe('01-02 01:30');
});

const ids = (shelves: ReturnType<typeof fullShelves>) =>
  shelves.map(({ kind, games }) => [kind, games.map(({ gameId }) => gameId).join('')]);

test('no game is on two shelves, and short shelves share the last row', () => {
  const games = [...'ABCDEFGHIJKLMNOPQRSTU'].map((id) => testGame(id, id));
  const shelves = fullShelves([
    { kind: 'popular', games: games.slice(0, 9) },
    { kind: 'hot', games: games.slice(0, 8) },
    { kind: 'SPORTS', games: games.slice(18) },
    { kind: 'RNG', games },
  ]);
  expect(ids(shelves)).toEqual([
    ['popular', 'ABCDEFG'],
    ['RNG', 'HIJKLMN'],
    ['more', 'STUOPQR'],
  ]);
});

test('a shelf of two rows fills them, and a site with few games shows them', () => {
  const games = [...'ABCDEFGHIJKLMNOPQ'].map((id) => testGame(id, id));
  expect(ids(fullShelves([{ kind: 'popular', games }]))).toEqual([['popular', 'ABCDEFGHIJKLMN']]);
  expect(ids(fullShelves([{ kind: 'popular', games: games.slice(0, 3) }]))).toEqual([['more', 'ABC']]);
});
