import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { playDraw } from '../../../shared/games/events/draw.ts';
import { seriesOf, VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import {
  type BeaconChain,
  type BeaconSource,
  beaconRandomness,
  type DrawBeacon,
  mixSeed,
  roundMessage,
} from '../../../shared/games/lottery/beacon.ts';
import { LOTTERY_API, type LotteryDrawsAnswer, type LotteryTicketsAnswer } from '../../../shared/games/lottery/protocol.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { findRevealed } from '../events/evidence.ts';
import { outcomeOf } from '../events/schedule.ts';
import { openScene } from '../test-scene.ts';
import { opened, TEST_SEEDS } from '../test-seeds.ts';
import { eventually, gameOf, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import { fetchRound } from './beacon-client.ts';

const GAME = gameOf('five1').gameId;
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);

vi.setConfig({ testTimeout: 240_000 });

/** A network of one key, signing as `quicknet` does. */
const { shortSignatures } = bls12_381;
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const secret = bls12_381.utils.randomSecretKey();
const signed = (round: number, key = secret) => shortSignatures.sign(shortSignatures.hash(roundMessage(round), DOMAIN), key).toHex();
const roundTime = ({ genesis, periodSeconds }: Pick<BeaconChain, 'genesis' | 'periodSeconds'>, round: number) =>
  genesis + (round - 1) * periodSeconds;
const CHAIN = 'c5'.repeat(32);

type Quirk = 'none' | 'late' | 'wrong round' | 'round of another' | 'other key' | 'html' | 'redirect' | 'long' | 'not json';
let quirk: Quirk = 'none';
let asked: string[] = [];
let server: Server;
let source: BeaconSource;
const elsewhere = () => `${source.urls[0]}/elsewhere`;

function answerTo(path: string): { status: number; body: string; location?: string } {
  const round = Number(/\/public\/(\d+)$/.exec(path)?.[1]);
  const good = (of: number, key = secret) =>
    JSON.stringify({ round: of, randomness: beaconRandomness(signed(of, key)), signature: signed(of, key) });
  switch (path.startsWith('/elsewhere') ? 'none' : quirk) {
    case 'late':
      return { status: 425, body: '{"error":"too early"}' };
    case 'wrong round':
      return { status: 200, body: good(round + 1) };
    case 'round of another':
      return { status: 200, body: JSON.stringify({ ...JSON.parse(good(round + 1)), round }) };
    case 'other key':
      return { status: 200, body: good(round, bls12_381.utils.randomSecretKey()) };
    case 'html':
      return { status: 502, body: '<html><h1>Bad gateway</h1></html>' };
    case 'redirect':
      return { status: 302, body: '', location: `${elsewhere()}/${CHAIN}/public/${round}` };
    case 'long':
      return { status: 200, body: good(round).padEnd(10_000) };
    case 'not json':
      return { status: 200, body: '<html>ok</html>' };
    default:
      return { status: 200, body: good(round) };
  }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { status, body, location } = answerTo(request.url ?? '');
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  source = {
    urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
    chain: CHAIN,
    publicKey: shortSignatures.getPublicKey(secret).toHex(),
    periodSeconds: 3,
    genesis: 1_700_000_001,
  };
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const scene = openScene(GAME, { series: SERIES });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
  quirk = 'none';
  asked = [];
});

const withBeacon = () => start({ drawSettings: async () => ({ closedDays: [], beacon: source }) });
const draws = async () => (await world.db.selectFrom('studio_event').selectAll().orderBy('place').execute()).map(opened);
const firstDraw = () =>
  eventually(async () => {
    const [draw] = await draws();
    if (!draw?.beacon) throw new Error('no draw is announced');
    return { ...draw, beacon: draw.beacon };
  });
const stateOf = async (id: string) => (await draws()).find((one) => one.id === id);
async function placeOn(studio: Running, drawId: string) {
  const anna = await enter(studio, 'anna');
  const order = { key: newKey(), drawId, playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9', unit: '1', multiplier: 1 };
  expect((await studio.call(LOTTERY_API.ticket, order, anna.token)).status).toBe(200);
  return anna;
}
/** Waits until the loop has sent another request to the beacon. */
async function askedAgain(): Promise<void> {
  const before = asked.length;
  await eventually(() => {
    clock.advance(1);
    expect(asked.length).toBeGreaterThan(before + 1);
  });
}

describe('a draw with a public random number', () => {
  test('names its round before the sale, and draws from seed and number together', async () => {
    const studio = await withBeacon();
    const draw = await firstDraw();
    const beacon = JSON.parse(draw.beacon) as DrawBeacon;
    const drawsAt = draw.draws_at.getTime() / SECOND_MS;
    expect([roundTime(beacon, beacon.round) >= drawsAt, roundTime(beacon, beacon.round - 1) < drawsAt]).toEqual([true, true]);
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
    expect(body.open[0]).toMatchObject({ beacon: { chain: CHAIN, round: beacon.round }, numbers: null });
    expect(asked).toEqual([]);
    clock.advance(MINUTE_MS);
    await eventually(async () => expect((await stateOf(draw.id))?.state).toBe('drawn'));
    const drawn = await stateOf(draw.id);
    const numbers = JSON.parse(drawn?.outcome ?? '');
    const terms = JSON.parse(draw.terms);
    expect(numbers).toEqual(playDraw(terms, mixSeed(draw.server_seed, beacon, signed(beacon.round)), draw.id));
    expect(drawn?.seed_hash).toBe(draw.seed_hash);
    expect(asked).toContain(`/${CHAIN}/public/${beacon.round}`);
    const evidence = (await findRevealed(world.db, TEST_SEEDS, draw.id))?.evidence;
    if (evidence?.kind !== 'draw' || !evidence.beacon) throw new Error('no evidence');
    expect(evidence.beacon).toEqual({ ...beacon, signature: signed(beacon.round) });
    expect([evidence.numbers, evidence.serverSeed]).toEqual([numbers, draw.server_seed]);
  });

  test.each<Quirk>(['late', 'wrong round', 'round of another', 'other key', 'html', 'redirect', 'long', 'not json'])(
    'waits while the address answers: %s',
    async (which) => {
      const studio = await withBeacon();
      const draw = await firstDraw();
      quirk = which;
      clock.advance(MINUTE_MS);
      await askedAgain();
      expect(await stateOf(draw.id)).toMatchObject({ state: 'open', outcome: null, beacon_value: null });
      expect(asked.filter((path) => path.startsWith('/elsewhere'))).toEqual([]);
      quirk = 'none';
      await eventually(async () => expect((await stateOf(draw.id))?.state).toBe('drawn'));
      await studio.close();
    },
  );

  test('is void after five minutes without the number, and every stake is returned', async () => {
    const studio = await withBeacon();
    const draw = await firstDraw();
    const anna = await placeOn(studio, draw.id);
    const before = world.wallet.balances.get('anna') ?? 0n;
    quirk = 'late';
    clock.advance(draw.draws_at.getTime() - clock.now().getTime() + VOID_AFTER_SECONDS * SECOND_MS - 2_000);
    await askedAgain();
    expect((await stateOf(draw.id))?.state).toBe('open');
    clock.advance(3_000);
    await eventually(async () => expect((await stateOf(draw.id))?.state).toBe('void'));
    await eventually(async () => {
      clock.advance(20);
      const { body } = await studio.call<LotteryTicketsAnswer>(LOTTERY_API.tickets, undefined, anna.token);
      expect(body.tickets[0]?.status).toBe('refunded');
      expect(world.wallet.balances.get('anna')).toBe(before + 10_0000n);
    });
  });

  test('is never drawn without the number, and neither number nor round can be exchanged', async () => {
    const studio = await withBeacon();
    const draw = await firstDraw();
    await studio.close();
    expect(() => outcomeOf(draw)).toThrow('waits');
    const update = (set: object) => world.db.updateTable('studio_event').set(set).where('id', '=', draw.id).execute();
    await expect(update({ state: 'drawn', outcome: '["1"]' })).rejects.toThrow('studio_event_beacon_check');
    await expect(update({ beacon: null })).rejects.toThrow('is fixed');
    await update({ beacon_value: signed(1) });
    await expect(update({ beacon_value: signed(2) })).rejects.toThrow('is fixed');
    await expect(update({ beacon_value: null })).rejects.toThrow('is fixed');
  });
});

test('draws without a beacon have no number and wait for none', async () => {
  await start();
  await eventually(async () => expect((await draws()).length).toBe(2));
  clock.advance(MINUTE_MS);
  await eventually(async () => expect((await draws())[0]?.state).toBe('drawn'));
  const [draw] = await draws();
  expect([draw?.beacon, draw?.beacon_value, asked]).toEqual([null, null, []]);
  expect(JSON.parse(draw?.outcome ?? '')).toEqual(playDraw(JSON.parse(draw?.terms ?? ''), draw?.server_seed ?? '', draw?.id ?? ''));
});

test('addresses are asked in their order, private networks are not called', async () => {
  const beacon: DrawBeacon = { ...source, round: 7 };
  const [good = ''] = source.urls;
  expect(await fetchRound(['http://127.0.0.1:1', good], beacon)).toBe(signed(7));
  for (const address of ['https://10.0.0.1', 'https://[fd00::1]', 'https://169.254.169.254'])
    await expect(fetchRound([address], beacon)).rejects.toThrow('no public host');
  await expect(fetchRound([], beacon)).rejects.toThrow('no address');
});
