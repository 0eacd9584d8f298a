import { describe, expect, it } from 'vitest';
import { POINT_RATES } from '../../../../shared/constants.ts';
import { countTypes, createFinder, type GameFilter, type GameOrder, type Rounds } from './find.ts';
import { normaliseText } from './normalise-text.ts';
import type { ListedGame } from './reads.ts';
import { manyGames } from './test-many-games.ts';

const drafts = manyGames({ provider: 'studio' });
const ALL: readonly ListedGame[] = drafts.games.map((game) => ({
  ...game,
  category: game.category as ListedGame['category'],
  search: normaliseText(`${game.name} ${game.vendorName}`),
  provider: 'studio',
  maintenance: false,
  picture: null,
  vendorPicture: null,
  vendorHot: false,
  vendorPopup: false,
  vendorMaintenance: false,
  maintenanceEnd: null,
}));
const finder = createFinder(ALL);
const find = (filter: GameFilter) => finder(filter).games;
const sorted = (order: GameOrder, rounds?: Rounds) => finder({}, order, rounds).games;
const ids = (games: readonly ListedGame[]) => games.map(({ id }) => id);

describe('ten thousand games', () => {
  it('all have unique names, and are the same every time', () => {
    expect(new Set(drafts.games.map(({ name }) => name)).size).toBe(10_000);
    expect(new Set(drafts.vendors.map(({ name }) => name)).size).toBe(60);
    expect(manyGames({ provider: 'studio' })).toEqual(drafts);
  });

  it('are each found by what a player types of their names', () => {
    for (const game of ALL.filter((_game, n) => n % 250 === 0)) {
      const [first = '', ...others] = game.name.split(' ');
      const typed = [
        game.name,
        game.search,
        game.name.toUpperCase(),
        `${others.join('  ')} ${first}`,
        `${first.slice(0, 3)} ${game.search}`,
      ];
      for (const gameName of typed) expect(ids(find({ gameName })), gameName).toContain(game.id);
      expect(ids(find({ gameName: `${game.vendorName} ${others.join(' ')}` }))).toContain(game.id);
    }
  });

  it.each([
    ['Cafe', 'CAFÉ'],
    ['senor dem', 'Señor ĐÊM'],
    ['naive', 'NAÏVE'],
  ])('are found as %j with or without accents', (plain, accented) => {
    expect(find({ gameName: plain }).length).toBeGreaterThan(5);
    expect(ids(find({ gameName: accented }))).toEqual(ids(find({ gameName: plain })));
  });

  it.each(['%', '_', '\\', '.*', "' or 1=1 --", 'amber zzz'])('are not found as %j', (gameName) => {
    expect(find({ gameName })).toEqual([]);
  });

  it('are what a plain search of every name finds', () => {
    for (const searchText of ['o', 'an', 'koi', 'e 8', 'lant gold', 'works moon', 's s s', 'dem deluxe']) {
      const plain = ALL.filter(({ search }) => searchText.split(' ').every((term) => search.includes(term)));
      expect(ids(find({ gameName: searchText })), searchText).toEqual(ids(plain));
    }
  });

  it('answer to every filter at once', () => {
    const filter = {
      gameName: 'o',
      vendors: ['MANY00', 'MANY01'],
      category: 'RNG',
      gameType: 'FAST',
      minBet: 2_000n,
      minLineNum: 10,
    } as const;
    const found = find(filter);
    expect(found.length).toBeGreaterThan(5);
    const fits = (game: ListedGame) =>
      ['MANY00', 'MANY01'].includes(game.vendor) && game.gameType === 'FAST' && game.minBet >= 2_000n && game.lineNum >= 10;
    expect(ids(found)).toEqual(ids(ALL.filter((game) => fits(game) && game.search.includes('o'))));
  });

  it('at the ends of the list are found like all others', () => {
    for (const game of [ALL[0], ALL.at(-1)]) expect(ids(find({ gameName: game?.search ?? '' }))).toContain(game?.id);
    expect(ids(createFinder([])({ gameName: 'a' }).games)).toEqual([]);
    // Words of two neighbouring games are not in one name.
    const [one, next] = [ALL[0], ALL[1]].map((game) => (game?.search ?? '').split(' '));
    expect(find({ gameName: `${one?.at(-1)} ${next?.[0]} ${next?.[1]} ${one?.[0]} ${one?.[1]}` })).toEqual([]);
  });

  it('are counted by vendor and by kind', () => {
    const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
    const { vendorCounts } = finder({});
    expect([vendorCounts.length, sum(vendorCounts), sum(countTypes(ALL))]).toEqual([60, 10_000, 10_000]);
    expect(vendorCounts.map(({ vassalage }) => vassalage)).toEqual([...new Set(ALL.map(({ vendor }) => vendor))]);
    const some = { gameName: 'koi', gameType: 'FAST' };
    expect(finder({ ...some, vendors: ['MANY01'] }, 'name').vendorCounts).toEqual(finder(some).vendorCounts);
    expect(sum(finder(some).vendorCounts)).toBe(find(some).length);
    const counts = countTypes(find({ category: 'LIVE' }));
    expect(counts.map(({ gameType }) => gameType).toSorted()).toEqual(['BAC', 'DAT', 'ROU', 'SIC']);
    expect(counts.map(({ count }) => count)).toEqual(counts.map(({ count }) => count).toSorted((a, b) => b - a));
  });
});

describe('the order', () => {
  it('by rebate: points of the category, then published return, unpublished last', () => {
    const keys = sorted('rebate').map(({ category, rtp }) => [POINT_RATES[category] ?? 0, Number(rtp ?? 0)] as const);
    expect(keys).toEqual([...keys].sort(([pointsA, rtpA], [pointsB, rtpB]) => pointsB - pointsA || rtpB - rtpA));
    expect([keys[0]?.[0], keys.at(-1)?.[1]]).toEqual([120, 0]);
  });

  it('by rounds, then promoted games, then as they are displayed', () => {
    const [quiet, loud] = [ALL[4_000]?.id ?? '', ALL[9_000]?.id ?? ''];
    const rounds = new Map([
      [quiet, 1],
      [loud, 7],
    ]);
    const popular = sorted('popular', rounds);
    expect(ids(popular.slice(0, 2))).toEqual([loud, quiet]);
    const rest = popular.slice(2);
    const hot = ALL.filter((game) => game.hot && game.id !== quiet && game.id !== loud);
    expect(ids(rest.slice(0, hot.length))).toEqual(ids(hot));
    const plain = rest.slice(hot.length);
    expect(plain.map((game) => ALL.indexOf(game))).toEqual(plain.map((game) => ALL.indexOf(game)).toSorted((a, b) => a - b));
  });

  it('by rounds follows them', () => {
    const [one, other] = [ALL[50]?.id ?? '', ALL[60]?.id ?? ''];
    for (const id of [one, other, one]) expect(sorted('popular', new Map([[id, 1]]))[0]?.id).toBe(id);
  });

  it('by name goes by the letters, not by case and accents', () => {
    const folded = finder({ vendors: ['MANY00'] }, 'name').games.map(({ name }) => normaliseText(name));
    expect(folded.length).toBeGreaterThan(50);
    expect(folded.map((name) => name.split(' ')[0])).toEqual(folded.map((name) => name.split(' ')[0]).toSorted());
  });
});
