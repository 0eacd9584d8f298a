import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Game } from '../../../../shared/api/games/schemas.ts';
import { STUDIO_GAMES } from '../../../../shared/games/games.ts';
import { addTestMember, callNamed, openTestSession, type TestMember } from '../../identity/sessions/test-member.ts';
import { raiseContentVersion } from '../../merchant/index.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { FAVOURITES_MAX, MAX_RECENTS } from './own-games.ts';
import { switchGames } from './switches.ts';

const GAMES = STUDIO_GAMES.map(({ gameId }) => gameId);
const game = (n: number) => GAMES[n] as string;

let test: TestPlatform;
let member: TestMember;
let token = '';
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

async function newMember(type?: number): Promise<void> {
  member = await addTestMember(test, type === undefined ? {} : { type });
  token = (await openTestSession(test, member)).token;
}
const callGames = async (id: string, options: { query?: Record<string, string>; body?: object } = {}) =>
  (await test.call(callNamed(id), { token, ...options })).body;
const mark = (gameId: string, favourite = true) => callGames('games.favouriteSet', { body: { gameId, favourite } });
const marked = async () => (await callGames('games.favouriteIds')).value.gameIds as string[];
const gamesOf = async (id: string, query: Record<string, string> = {}) =>
  ((await callGames(id, { query })).value.games as Game[]).map(({ gameId }) => gameId);
async function enable(gameId: string, enabled: boolean): Promise<void> {
  await test.db.updateTable('game').set({ enabled }).where('id', '=', gameId).execute();
  await raiseContentVersion(test.db, test.merchant);
}

describe('favourites', () => {
  it('are stored per member, the last added first; adding one twice changes nothing', async () => {
    await newMember();
    for (const n of [0, 1, 2, 1]) expect((await mark(game(n))).value).toEqual({ gameId: game(n), favourite: true });
    expect(await marked()).toEqual([game(2), game(1), game(0)]);
    expect(await gamesOf('games.favourites', { count: '2' })).toEqual([game(2), game(1)]);
    for (let again = 0; again < 2; again += 1) expect((await mark(game(1), false)).value.favourite).toBe(false);
    expect(await marked()).toEqual([game(2), game(0)]);
    await newMember();
    expect(await marked()).toEqual([]);
  });

  it('are listed games: unlisted ones can be neither added nor seen, and appear again with the game', async () => {
    await newMember();
    expect((await mark('NO_GAME')).code).toBe('game_not_found');
    await mark(game(3));
    await enable(game(3), false);
    expect([await marked(), await gamesOf('games.favourites')]).toEqual([[], []]);
    expect((await mark(game(3))).code).toBe('game_not_found');
    await enable(game(3), true);
    expect(await marked()).toEqual([game(3)]);
  });

  it('work for trial accounts as well, and can be filtered by category', async () => {
    await newMember(4);
    const live = STUDIO_GAMES.find(({ category }) => category === 'LIVE')?.gameId ?? '';
    for (const gameId of [live, game(0)]) await mark(gameId);
    expect(await gamesOf('games.favourites', { gameCategory: 'LIVE' })).toEqual([live]);
  });

  it('stop at their limit, also for concurrent calls; old ones stay', async () => {
    await newMember();
    expect(GAMES.length).toBeGreaterThan(FAVOURITES_MAX);
    const allButOne = GAMES.slice(0, FAVOURITES_MAX - 1);
    await test.db
      .insertInto('member_favourite_game')
      .values(allButOne.map((game_id) => ({ member_id: member.id, game_id })))
      .execute();
    const answers = await Promise.all(GAMES.slice(-5).map((gameId) => mark(gameId)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.find(({ success }) => !success)).toMatchObject({ code: 'favourites_full', message: expect.stringContaining('200') });
    expect(await marked()).toHaveLength(FAVOURITES_MAX);
    expect((await marked()).at(-1)).toBe(allButOne[0]);
    expect((await mark(game(0))).success).toBe(true);
    await mark(game(0), false);
    expect((await mark(GAMES.at(-6) ?? '')).success).toBe(true);
  });
});

describe('recent games', () => {
  const launch = (gameId: string, more: object = {}) => callGames('games.launch', { body: { gameId, ...more } });

  it('are the opened games, each once, the last one first, without refused launches', async () => {
    await newMember();
    for (const n of [0, 1, 0]) expect((await launch(game(n))).success).toBe(true);
    await switchGames(test.db, test.merchant, { game: game(2) }, { closed: true, from: null, until: null });
    expect((await launch(game(2))).code).toBe('game_maintenance');
    await switchGames(test.db, test.merchant, { game: game(2) }, { closed: false, from: null, until: null });
    expect(await gamesOf('games.recent')).toEqual([game(0), game(1)]);
    expect(await gamesOf('games.recent', { count: '1' })).toEqual([game(0)]);
    expect(await gamesOf('games.recent', { gameCategory: 'LOTT' })).toEqual([]);
  });

  it('are limited in number', async () => {
    await newMember();
    const many = GAMES.slice(0, MAX_RECENTS + 10);
    for (const game_id of many)
      await test.db.insertInto('member_recent_game').values({ member_id: member.id, game_id, opened_at: test.clock.now() }).execute();
    expect((await launch(game(0))).success).toBe(true);
    const rows = await test.db.selectFrom('member_recent_game').select('game_id').where('member_id', '=', member.id).execute();
    expect(rows).toHaveLength(MAX_RECENTS);
    expect(await gamesOf('games.recent', { count: '50' })).toEqual([game(0), ...many.slice(-MAX_RECENTS + 1).toReversed()]);
  });
});

describe('a launch', () => {
  /** A request as clients send it. */
  const SPEC = {
    nodeId: game(0),
    vassalage: 'NOVA',
    accountType: 1,
    confirmTrans: 0,
    launchMode: 'GLS',
    platform: 'html5-desktop',
    clientType: 3,
    merchantCode: 'lagoon',
    language: 'VI',
    username: 'another-member',
    token: 'x'.repeat(43),
  };
  const launch = (more: object = {}) => callGames('games.launch', { body: { gameId: game(0), ...SPEC, ...more } });

  it('accepts the documented request, and takes the player from the session', async () => {
    await newMember();
    const { value } = await launch();
    expect(value).toMatchObject({ gameId: game(0), vassalage: 'NOVA', gameCategory: 'RNG' });
    expect([value.game_url.startsWith('/studio/play?'), value.game_url2]).toEqual([true, undefined]);
    const tickets = await test.db.selectFrom('vendor_ticket').select('member_id').where('member_id', '=', member.id).execute();
    expect(tickets).toHaveLength(1);
  });

  it.each([
    ['free play on a real account', { trial: true }, 'forbidden'],
    ['a game of another vendor', { vassalage: 'ORU' }, 'game_not_found'],
    ['another merchant', { merchantCode: 'other' }, 'bad_request'],
  ])('is refused for %s, and nothing is issued', async (_name, more, code) => {
    await newMember();
    expect((await launch(more)).code).toBe(code);
    expect(await test.db.selectFrom('vendor_ticket').select('hash').where('member_id', '=', member.id).execute()).toEqual([]);
    expect(await gamesOf('games.recent')).toEqual([]);
  });

  it('is free play on a trial account', async () => {
    await newMember(4);
    expect((await launch({ trial: true })).success).toBe(true);
  });

  it('of a game in maintenance has others of its category to offer, which can be played', async () => {
    await newMember();
    await switchGames(test.db, test.merchant, { game: game(0) }, { closed: true, from: null, until: null });
    expect((await launch()).code).toBe('game_maintenance');
    const others = (await callGames('games.popular', { query: { gameCategory: 'RNG', count: '100' } })).value.games as Game[];
    expect(others.length).toBeGreaterThan(20);
    for (const other of others) expect([other.gameCategory, other.maintenance]).toEqual(['RNG', false]);
    await switchGames(test.db, test.merchant, { game: game(0) }, { closed: false, from: null, until: null });
  });
});

describe('rooms', () => {
  it('are the games of the PVP vendors with what a round costs', async () => {
    await newMember();
    const { rooms } = (await callGames('games.rooms')).value;
    const games = STUDIO_GAMES.filter(({ category }) => category === 'PVP');
    expect(rooms.map((room: { gameId: string }) => room.gameId)).toEqual(games.map(({ gameId }) => gameId));
    for (const room of rooms) {
      expect(room).toMatchObject({ roomId: room.gameId, currencySymbol: '$', maintenance: false });
      expect(Number(room.maxBet)).toBeGreaterThan(Number(room.minBet));
    }
    const vendor = games[0]?.vassalage ?? '';
    const ofVendor = (await callGames('games.rooms', { query: { vassalage: vendor } })).value.rooms as { vassalage: string }[];
    expect(new Set(ofVendor.map(({ vassalage }) => vassalage))).toEqual(new Set([vendor]));
    expect((await callGames('games.rooms', { query: { vassalage: 'NOVA' } })).value.rooms).toEqual([]);
  });
});
