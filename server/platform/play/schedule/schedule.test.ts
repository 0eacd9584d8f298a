import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../shared/api/client-call.ts';
import { lotteryLaunch, lotteryMenu, lotteryRecent, matchList, openedNumbers, vnNumbers } from '../../../../shared/api/schedule/calls.ts';
import type { SeamlessEvent } from '../../../../shared/seamless/events.ts';
import { signRequest } from '../../base/signature.ts';
import { type CallOptions, openTestPlatform, TEST_SECRET, type TestPlatform } from '../../test-platform.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
beforeEach(() => test.db.deleteFrom('vendor_event').execute());
afterEach(() => expect(test.faults).toEqual([]));

const call = async (definition: ClientCall, options: CallOptions = {}) => (await test.call(definition, options)).body;
const at = (seconds: number) => new Date(test.clock.now().getTime() + seconds * 1_000).toISOString();
const HASH = 'a'.repeat(64);

type Part<Kind extends SeamlessEvent['kind']> = Partial<Extract<SeamlessEvent, { kind: Kind }>>;
function draw(id: string, more: Part<'draw'> = {}): SeamlessEvent {
  const times = { opensAt: at(-10), closesAt: at(40), drawsAt: at(50) };
  const common = { id, gameId: 'TCG_SEA_SEA_FOUR', issue: '202606010001', ...times, seedHash: HASH };
  return { kind: 'draw', ...common, state: 'open', details: { everySeconds: 60 }, result: null, ...more };
}
const drawn = (id: string, more: Part<'draw'> = {}) =>
  draw(id, { state: 'drawn', result: ['4', '0', '7', '1'], opensAt: at(-120), closesAt: at(-70), drawsAt: at(-60), ...more });
const DETAILS = {
  league: 'Tideline League',
  home: { name: 'Gull Point', odds: '1.85' },
  away: { name: 'Pebble Bay', odds: '4.10' },
  draw: '3.40',
  featured: true,
};
function match(id: string, more: Part<'match'> = {}): SeamlessEvent {
  const times = { opensAt: at(-10), closesAt: at(40), drawsAt: at(100) };
  const common = { id, gameId: 'DS88_DEEPWATER_FOOTBALL', issue: '202606010001', ...times, seedHash: HASH };
  return { kind: 'match', ...common, state: 'open', details: DETAILS, result: null, ...more };
}

async function sendEvents(events: unknown, { secret = TEST_SECRET } = {}) {
  const body = JSON.stringify({ events });
  const timestamp = String(test.clock.now().getTime());
  const path = '/seamless/studio/events';
  const sent = test.request('POST', path).set('content-type', 'application/json');
  return (
    await sent
      .set('x-timestamp', timestamp)
      .set('x-signature', signRequest(secret, { method: 'POST', path, timestamp, body }))
      .send(body)
  ).body;
}
const stored = () => test.db.selectFrom('vendor_event').select(['event_id', 'state']).orderBy('event_id').execute();

describe('events reported by a vendor', () => {
  it('are stored once, and ended events do not change', async () => {
    expect(await sendEvents([draw('E-1'), match('M-1')])).toEqual({ status: 'OK' });
    expect(await sendEvents([draw('E-1')])).toEqual({ status: 'OK' });
    expect(await sendEvents([drawn('E-1')])).toEqual({ status: 'OK' });
    expect(await sendEvents([draw('E-1'), drawn('E-1', { result: ['9', '9', '9', '9'] })])).toEqual({ status: 'OK' });
    expect(await stored()).toEqual([
      { event_id: 'E-1', state: 'drawn' },
      { event_id: 'M-1', state: 'open' },
    ]);
    expect((await call(openedNumbers)).value.list).toMatchObject([{ numbers: ['4', '0', '7', '1'] }]);
  });

  it.each([
    ['an unknown game', () => draw('E-1', { gameId: 'NO_SUCH_GAME' })],
    ['times in a wrong order', () => draw('E-1', { closesAt: '2020-01-01T00:00:00Z' })],
    ['a time beyond every plan', () => draw('E-1', { drawsAt: '2999-01-01T00:00:00Z' })],
  ])('is left out when it has %s, and the rest counts', async (_name, event) => {
    expect(await sendEvents([event(), match('M-1')])).toEqual({ status: 'OK', message: 'left out: E-1' });
    expect(await stored()).toEqual([{ event_id: 'M-1', state: 'open' }]);
  });

  it('may not exchange a committed seed, nor move to another game', async () => {
    await sendEvents([draw('E-1')]);
    expect(await sendEvents([drawn('E-1', { seedHash: 'b'.repeat(64) })])).toMatchObject({ message: 'left out: E-1' });
    expect(await sendEvents([drawn('E-1', { gameId: 'TCG_SEA_SEA_TWO' })])).toMatchObject({ message: 'left out: E-1' });
    expect(await stored()).toEqual([{ event_id: 'E-1', state: 'open' }]);
  });

  it.each([
    ['nothing', () => []],
    ['too many', () => Array.from({ length: 21 }, (_, index) => draw(`E-${index}`))],
    ['no list', () => ({ id: 'E-1' })],
    ['a field too many', () => [{ ...draw('E-1'), seed: 'c'.repeat(64) }]],
    ['markup in a path', () => [draw('<script>')]],
    ['a day that never was', () => [draw('E-1', { opensAt: '2026-02-30T00:00:00Z' })]],
    ['a year that never was', () => [draw('E-1', { opensAt: '0000-01-01T00:00:00Z' })]],
    ['half a surrogate pair in a name', () => [match('E-1', { details: { ...DETAILS, league: 'a\ud800b' } })]],
    ['a character in a name that the database cannot store', () => [match('E-1', { details: { ...DETAILS, league: 'a\u0000b' } })]],
    ['a result before the draw', () => [draw('E-1', { result: ['1'] })]],
    ['a draw without a result', () => [draw('E-1', { state: 'drawn' })]],
    ['a hundred numbers', () => [drawn('E-1', { result: Array.from({ length: 100 }, () => '1') })]],
    ['malformed odds', () => [match('M-1', { details: { ...DETAILS, draw: '1e9' } })]],
  ])('is refused as a whole with %s', async (_name, events) => {
    expect(await sendEvents(events())).toMatchObject({ status: 'BAD_REQUEST' });
    expect(await stored()).toEqual([]);
  });

  it('is signed', async () => {
    expect(await sendEvents([draw('E-1')], { secret: 'somebody else, who knows no secret' })).toEqual({ status: 'BAD_SIGNATURE' });
    expect(await stored()).toEqual([]);
  });

  it('is deleted after the last two hundred of a game', async () => {
    for (let page = 0; page < 11; page++)
      await sendEvents(
        Array.from({ length: 20 }, (_, index) =>
          drawn(`E-${page * 20 + index}`, { drawsAt: at(-60 - page * 20 - index), closesAt: at(-400), opensAt: at(-500) }),
        ),
      );
    await sendEvents([draw('E-open'), draw('E-lost', { opensAt: at(-90_000), closesAt: at(-90_000), drawsAt: at(-90_000) })]);
    await test.platform.runJob('old events');
    const left = await stored();
    expect(left).toHaveLength(201);
    expect(left.map((row) => row.event_id)).toEqual(expect.arrayContaining(['E-0', 'E-199', 'E-open']));
  });
});

describe('lotteries', () => {
  it('are listed by lobby, with the issue on sale and the last draw', async () => {
    await sendEvents([
      draw('E-2'),
      draw('E-3', { issue: '202606010002', drawsAt: at(110), closesAt: at(100) }),
      drawn('E-1'),
      drawn('E-0', { drawsAt: at(-65) }),
    ]);
    const { games, now } = (await call(lotteryMenu, { query: { lottoArea: 'SEA' } })).value;
    expect(Date.parse(now)).toBeGreaterThan(0);
    expect(new Set(games.map((game: { vassalage: string }) => game.vassalage))).toEqual(new Set(['TCG_SEA']));
    const four = games.find((game: { code: string }) => game.code === 'TCG_SEA_SEA_FOUR');
    expect(four).toMatchObject({
      lottoArea: 'SEA',
      prizeMode: 'SEA',
      issueSeconds: 60,
      current: { issue: '202606010001' },
      maintenance: false,
    });
    expect(four.latest).toMatchObject({ numbers: ['4', '0', '7', '1'], verifyUrl: '/studio/verify/E-1' });
    const two = games.find((game: { code: string }) => game.code === 'TCG_SEA_SEA_TWO');
    expect(two).toMatchObject({ current: null, latest: null, issueSeconds: 0 });
    const all = (await call(lotteryMenu)).value.games;
    expect(new Set(all.map((game: { lottoArea: string }) => game.lottoArea))).toEqual(new Set(['LOTT', 'SEA', 'VN']));
    expect(new Set(all.map((game: { prizeMode: string }) => game.prizeMode))).toEqual(new Set(['Lott', 'SEA', 'Elott', 'ZY']));
  });

  it('show opened numbers of all, of one game, of the Vietnamese lobby', async () => {
    await sendEvents([drawn('E-1'), drawn('E-2', { gameId: 'TCG_LOTTO_VN_DELTA_TWO', result: ['0', '7'], drawsAt: at(-30) }), draw('E-3')]);
    const codes = async (definition: ClientCall, query?: Record<string, string>) =>
      (await call(definition, query ? { query } : {})).value.list.map((one: { gameCode: string }) => one.gameCode);
    expect(await codes(openedNumbers)).toEqual(['TCG_LOTTO_VN_DELTA_TWO', 'TCG_SEA_SEA_FOUR']);
    expect(await codes(openedNumbers, { count: '1' })).toEqual(['TCG_LOTTO_VN_DELTA_TWO']);
    expect(await codes(openedNumbers, { prizeMode: 'SEA' })).toEqual(['TCG_SEA_SEA_FOUR']);
    expect(await codes(openedNumbers, { gameCode: 'NO_GAME' })).toEqual([]);
    expect(await codes(vnNumbers)).toEqual(['TCG_LOTTO_VN_DELTA_TWO']);
  });

  it('open in their lobby, and are added to the recent games', async () => {
    const token = await test.login('demo01');
    const open = async (body: object) => call(lotteryLaunch, { token, body });
    expect((await open({ lottoArea: 'LOTT' })).value).toEqual({ game_url: '/lottery' });
    expect((await open({ lottoArea: 'VN', lottoGameCode: 'TCG_LOTTO_VN_DELTA_TWO' })).value.game_url).toBe(
      '/vnlottery?gameCode=TCG_LOTTO_VN_DELTA_TWO',
    );
    const back = await open({ lottoArea: 'SEA', lottoGameCode: 'TCG_SEA_SEA_FOUR', view: 'betting', backUrl: '/elott?page=2' });
    expect(back.value.game_url).toBe('/seaLottery?gameCode=TCG_SEA_SEA_FOUR&view=betting&backUrl=%2Felott%3Fpage%3D2');
    expect((await call(lotteryRecent, { token })).value.codes).toEqual(['TCG_SEA_SEA_FOUR', 'TCG_LOTTO_VN_DELTA_TWO']);
    expect((await call(lotteryRecent, { token, query: { lottoArea: 'VN' } })).value.codes).toEqual(['TCG_LOTTO_VN_DELTA_TWO']);
    expect((await open({ lottoArea: 'VN', lottoGameCode: 'TCG_SEA_SEA_FOUR' })).code).toBe('game_not_found');
    expect((await open({ lottoArea: 'SEA', lottoGameCode: 'NOVA_GEM_CASCADE' })).code).toBe('game_not_found');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example', 'javascript:alert(1)', 'elott', '/a\tb'])(
    'never lead back to %j',
    async (backUrl) => {
      const token = await test.login('demo01');
      expect((await call(lotteryLaunch, { token, body: { lottoArea: 'SEA', backUrl } })).code).toBe('bad_request');
    },
  );
});

describe('matches', () => {
  it('in play show the latest score, and the result after the end', async () => {
    const playing = (more: Part<'match'>) => match('M-1', { closesAt: at(-5), opensAt: at(-60), ...more });
    const readMatches = async () => (await call(matchList)).value;
    for (const home of [0, 1, 2]) {
      await sendEvents([playing({ live: { home, away: 0 } })]);
      expect((await readMatches()).live).toMatchObject([{ matchId: 'M-1', score: { home, away: 0 } }]);
    }
    await sendEvents([playing({ state: 'drawn', result: { home: 2, away: 1 }, live: null })]);
    await sendEvents([playing({ live: { home: 9, away: 9 } })]);
    expect(await readMatches()).toMatchObject({ live: [], results: [{ matchId: 'M-1', score: { home: 2, away: 1 } }] });
  });

  it('are the open ones with the next first, and the results with the last first', async () => {
    const over = { state: 'drawn', opensAt: at(-500), closesAt: at(-300) } as const;
    await sendEvents([
      match('M-2', { closesAt: at(60) }),
      match('M-1', { closesAt: at(20) }),
      match('M-playing', { closesAt: at(-5), opensAt: at(-60), details: { ...DETAILS, minutes: 90 }, live: { home: 1, away: 0 } }),
      match('M-kicked-off', { closesAt: at(-2), opensAt: at(-60) }),
      match('M-forgotten', { closesAt: at(-500), opensAt: at(-600), drawsAt: at(-400) }),
      match('M-void', { state: 'void' }),
      match('E-1', {
        gameId: 'IMES_IRIS_ARENA',
        details: { ...DETAILS, draw: null },
      }),
      match('R-1', { ...over, drawsAt: at(-240), result: { home: 2, away: 1 } }),
      match('R-2', { ...over, drawsAt: at(-120), result: { home: 0, away: 0 } }),
    ]);
    const ids = (list: { matchId: string }[]) => list.map((one) => one.matchId);
    const { live, open, results } = (await call(matchList)).value;
    expect(ids(live)).toEqual(['M-kicked-off', 'M-playing']);
    expect(live).toMatchObject([
      { score: null, minutes: null },
      { score: { home: 1, away: 0 }, minutes: 90 },
    ]);
    expect(ids(open)).toEqual(['M-1', 'E-1', 'M-2']);
    expect(ids(results)).toEqual(['R-2', 'R-1']);
    expect(open[0]).toMatchObject({
      league: 'Tideline League',
      home: { name: 'Gull Point', odds: '1.85' },
      draw: '3.40',
      featured: true,
      score: null,
    });
    expect(results[1]).toMatchObject({ score: { home: 2, away: 1 } });
    expect(ids((await call(matchList, { query: { gameCategory: 'ESPORTS' } })).value.open)).toEqual(['E-1']);
    expect(ids((await call(matchList, { query: { count: '1' } })).value.open)).toEqual(['M-1']);
  });
});
