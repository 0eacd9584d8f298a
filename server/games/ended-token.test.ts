import { expect, test, vi } from 'vitest';
import { FLIGHT_API } from '../../shared/games/crash/protocol.ts';
import { EVENT_API } from '../../shared/games/events/protocol.ts';
import { seriesOf } from '../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { TABLE_API } from '../../shared/games/live/protocol.ts';
import { LOTTERY_API } from '../../shared/games/lottery/protocol.ts';
import { STUDIO_API, type StudioSession } from '../../shared/games/protocol.ts';
import { ROOM_API } from '../../shared/games/rooms/protocol.ts';
import { SEA_API } from '../../shared/games/sea/protocol.ts';
import { HOUR_MS } from '../../shared/time.ts';
import { openScene } from './test-scene.ts';
import { listenTo } from './test-stream.ts';
import { eventually, gameOf, newKey, type Running } from './test-studio.ts';

vi.setConfig({ testTimeout: 120_000 });

const engineOf = (engine: string) => STUDIO_GAMES.find((game) => game.engine === engine)?.gameId ?? '';
const SERIES = seriesOf(STUDIO_GAMES);
const TABLE = SERIES.find(({ kind }) => kind.name === 'round' && kind.game === 'baccarat');
const [FLIGHT, MATCHES, ROOM, SEA] = [
  engineOf('crash'),
  SERIES.find(({ kind }) => kind.name === 'match')?.gameId ?? '',
  engineOf('thirteen'),
  gameOf('reef').gameId,
];
const DICE = engineOf('dice');
const CHECK_MS = 200;

const scene = openScene(DICE, { series: TABLE ? [TABLE] : [], flights: [FLIGHT], policy: { tokenCheckMs: CHECK_MS } }, { clockGoes: true });
const play = (studio: Running, session: StudioSession) =>
  studio.play(session, { key: newKey(), bet: { engine: 'dice', stake: '1.0000', target: 50, over: true } });
const read = (studio: Running, path: string, { token }: StudioSession) => studio.call(path, undefined, token);

test.each([
  ['TOKEN_EXPIRED', 401, 'session_expired'],
  ['INVALID_TOKEN', 401, 'session_expired'],
  ['PLAYER_BLOCKED', 403, 'player_blocked'],
] as const)('a token that the wallet answers %s to reads nothing any more', async (status, code, error) => {
  const studio = await scene.start();
  const session = await scene.enter(studio, 'anna');
  const other = await scene.enter(studio, 'bert');
  expect((await read(studio, STUDIO_API.history, session)).status).toBe(200);
  scene.world.wallet.ended.set('anna', status);
  scene.clock.advance(CHECK_MS);
  expect(await read(studio, STUDIO_API.history, session)).toMatchObject({ status: code, body: { error } });
  for (const path of [STUDIO_API.history, `${STUDIO_API.round}?key=${newKey()}`, TABLE_API.slips, FLIGHT_API.bets, EVENT_API.tickets])
    expect([path, (await read(studio, path, session)).status]).toEqual([path, 401]);
  expect((await play(studio, session)).status).toBe(401);
  // Another studio with the same database has the same state.
  const second = await scene.start();
  expect((await read(second, TABLE_API.slips, session)).status).toBe(401);
  expect((await read(studio, STUDIO_API.history, other)).status).toBe(200);
});

test('a recently used token is not checked again, for any number of calls', async () => {
  const studio = await scene.start({ policy: { tokenCheckMs: HOUR_MS } });
  const session = await scene.enter(studio, 'anna');
  for (let n = 0; n < 3; n += 1) await read(studio, STUDIO_API.history, session);
  expect(scene.world.wallet.calls).toEqual(['authenticate']);
  scene.clock.advance(HOUR_MS);
  await Promise.all([1, 2, 3, 4].map(() => read(studio, STUDIO_API.history, session)));
  expect(scene.world.wallet.calls).toEqual(['authenticate', 'balance']);
});

test('a wallet that does not answer ends no session', async () => {
  const studio = await scene.start();
  const session = await scene.enter(studio, 'anna');
  scene.world.wallet.fault = (operation) => (operation === 'balance' ? 'lost' : undefined);
  scene.clock.advance(CHECK_MS);
  expect((await read(studio, STUDIO_API.history, session)).status).toBe(200);
});

test('streams of every kind of game end with the token, those of visitors and others continue', async () => {
  const studio = await scene.start();
  const session = await scene.enter(studio, 'anna');
  const sessions = { room: await studio.join('anna', ROOM), sea: await studio.join('anna', SEA) };
  const bert = await scene.enter(studio, 'bert');
  const paths: readonly (readonly [string, StudioSession])[] = [
    [`${TABLE_API.stream}?gameId=${TABLE?.gameId}`, session],
    [`${FLIGHT_API.stream}?gameId=${FLIGHT}`, session],
    [`${EVENT_API.stream}?gameId=${MATCHES}`, session],
    [`${LOTTERY_API.stream}?gameId=${gameOf('sea3').gameId}`, session],
    [ROOM_API.stream, sessions.room],
    [SEA_API.stream, sessions.sea],
  ];
  const over: string[] = [];
  const listen = async (name: string, path: string, token?: string) => {
    const stream = await listenTo(studio, path, token);
    void stream.ended.then(() => over.push(name));
    return stream;
  };
  const streams = await Promise.all(paths.map(([path, { token }]) => listen(path, path, token)));
  for (const stream of streams) await eventually(() => expect(stream.received.length).toBeGreaterThan(0));
  await listen('visitor', `${FLIGHT_API.stream}?gameId=${FLIGHT}`);
  await listen('other', `${FLIGHT_API.stream}?gameId=${FLIGHT}`, bert.token);
  expect(over).toEqual([]);
  scene.world.wallet.ended.set('anna', 'TOKEN_EXPIRED');
  await Promise.all(streams.map(({ ended }) => ended));
  expect(over.toSorted()).toEqual(paths.map(([path]) => path).toSorted());
});

test('a round that runs when the token ends is settled', async () => {
  const studio = await scene.start();
  const session = await scene.enter(studio, 'anna');
  const { wallet } = scene.world;
  wallet.fault = (operation) => (operation === 'win' ? 'lost' : undefined);
  expect((await play(studio, session)).body.error).toBe('round_pending');
  wallet.ended.set('anna', 'TOKEN_EXPIRED');
  scene.clock.advance(CHECK_MS);
  expect((await read(studio, STUDIO_API.history, session)).status).toBe(401);
  wallet.fault = () => undefined;
  await eventually(async () => {
    scene.clock.advance(1_000);
    expect(await scene.world.rounds()).toMatchObject([{ state: 'settled' }]);
  });
});
