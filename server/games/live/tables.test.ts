import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EVENT_API } from '../../../shared/games/events/protocol.ts';
import { ROUND_VOID_AFTER_SECONDS, seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import {
  type SlipAnswer,
  type SlipRequest,
  type SlipsAnswer,
  TABLE_API,
  type TableAnswer,
  type TableRound,
} from '../../../shared/games/live/protocol.ts';
import { playTableRound, tablePayout } from '../../../shared/games/live/table.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { simulationStream } from '../../../shared/games/simulation-stream.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { findRevealed } from '../events/evidence.ts';
import { outcomeOf } from '../events/schedule.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { LEASE_MS } from '../rounds.ts';
import { openScene, START } from '../test-scene.ts';
import { opened, TEST_SEEDS } from '../test-seeds.ts';
import { listenTo } from '../test-stream.ts';
import { type Answer, eventually, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import type { WalletFault } from '../test-wallet.ts';
import { createChains } from './chains.ts';
import { chipsOf } from './slip-store.ts';

const SERIES = seriesOf(STUDIO_GAMES).filter((one) => one.kind.name === 'round' && one.kind.game === 'baccarat');
const GAME = SERIES[0]?.gameId ?? '';

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES.slice(0, 1) });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const slips = (): Promise<TicketRecord[]> => world.db.selectFrom('studio_ticket').selectAll().orderBy('placed_at').execute();
const listen = (studio: Running, token?: string) => listenTo(studio, `${TABLE_API.stream}?gameId=${GAME}`, token);
const place = (studio: Running, session: StudioSession, request: unknown): Promise<Answer<SlipAnswer>> =>
  studio.call(TABLE_API.slip, request, session.token);
const advanceTo = (iso: string, more = 0) => clock.advance(Math.max(0, Date.parse(iso) + more - clock.now().getTime()));

async function table(studio: Running): Promise<TableAnswer> {
  return (await studio.call<TableAnswer>(`${TABLE_API.table}?gameId=${GAME}`)).body;
}

/** A round in its betting phase: the next one, right after it has opened. */
async function openRound(studio: Running): Promise<TableRound> {
  const before = await world.db.selectFrom('studio_event').selectAll().orderBy('place', 'desc').executeTakeFirst();
  let next = before;
  await eventually(async () => {
    next = await world.db.selectFrom('studio_event').selectAll().where('state', '=', 'open').orderBy('place', 'desc').executeTakeFirst();
    if (!next) clock.advance(100);
    expect(next?.id).toBeDefined();
  });
  if (next) advanceTo(next.opens_at.toISOString());
  const { round } = await table(studio);
  if (round?.state !== 'open') throw new Error('no open round');
  return round;
}

async function pass(round: TableRound): Promise<void> {
  advanceTo(round.drawsAt, 1);
  await eventually(async () => {
    world.wallet.releaseLate();
    clock.advance(200);
    const event = await world.db.selectFrom('studio_event').selectAll().where('id', '=', round.roundId).executeTakeFirstOrThrow();
    expect(event.state).not.toBe('open');
    expect((await slips()).filter(({ state }) => ['placing', 'open', 'owed', 'voided'].includes(state))).toEqual([]);
  });
}

const chips = (round: TableRound, more: Partial<SlipRequest> = {}): SlipRequest => ({
  key: newKey(),
  roundId: round.roundId,
  chips: [
    { spot: 'player', stake: '3.0000' },
    { spot: 'tie', stake: '1.0000' },
  ],
  ...more,
});

/** Expects that the wallet's ledger matches the studio for every slip, and that balances match. */
async function expectExactBooks(): Promise<void> {
  const expected = new Map([...world.wallet.balances.keys()].map((player) => [player, START]));
  for (const { id, event_id, state, player, stake, payout, chips: placed } of await slips()) {
    const story = {
      counted: world.wallet.instructions.get(`${id}-b`)?.state === 'accepted',
      won: world.wallet.instructions.get(`${id}-w`)?.amount,
    };
    if (state !== 'settled') {
      expect([state, story]).toEqual([state, { counted: false, won: undefined }]);
      continue;
    }
    const { server_seed: seed } = await world.db
      .selectFrom('studio_event')
      .selectAll()
      .where('id', '=', event_id)
      .executeTakeFirstOrThrow();
    const due = tablePayout(playTableRound('baccarat', seed, event_id ?? ''), chipsOf(placed ?? ''));
    expect([id, story, payout]).toEqual([id, { counted: true, won: due }, String(due)]);
    expected.set(player, (expected.get(player) ?? 0n) - BigInt(stake) + due);
  }
  expect(world.wallet.balances).toEqual(expected);
}

describe('a round at a table', () => {
  test('accepts chips while it is open, hides its outcome until the end, and pays all players once', async () => {
    const studio = await start();
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const round = await openRound(studio);
    const stored = await world.db.selectFrom('studio_event').selectAll().where('id', '=', round.roundId).executeTakeFirstOrThrow();
    const { server_seed: seed } = opened(stored);
    const request = chips(round);
    const taken = await place(studio, anna, request);
    expect(taken).toMatchObject({ status: 200, body: { balance: '996.0000', slip: { status: 'open', stake: '4.0000', outcome: null } } });
    expect((await place(studio, anna, request)).body.slip.slipId).toBe(taken.body.slip.slipId);
    expect((await place(studio, anna, { ...request, chips: [{ spot: 'banker', stake: '4.0000' }] })).body.error).toBe('bad_request');
    const single = await place(studio, ben, chips(round, { chips: [{ spot: 'banker', stake: '5.0000' }] }));
    const sent = [taken, single].map(({ body }) => JSON.parse(world.wallet.instructions.get(`${body.slip.slipId}-b`)?.body ?? '{}'));
    expect(sent.map(({ market, atRisk }) => [market, atRisk])).toEqual([
      [round.roundId, '40000'],
      [round.roundId, undefined],
    ]);
    // Seed and outcome are in no answer before betting closes.
    const responses = [
      TABLE_API.table,
      TABLE_API.slips,
      `${EVENT_API.events}`,
      `/studio/verify/${round.roundId}`,
      taken.body.slip.verifyUrl,
    ].map(async (path) =>
      (await fetch(`${studio.url}${path}?gameId=${GAME}`, { headers: { authorization: `Bearer ${anna.token}` } })).text(),
    );
    for (const text of await Promise.all(responses)) expect(text).not.toContain(seed);
    expect((await table(studio)).round).toMatchObject({ state: 'open', outcome: null, serverSeed: null });

    await pass(round);
    const outcome = playTableRound('baccarat', seed, round.roundId);
    expect((await table(studio)).round).toMatchObject({ state: 'drawn', outcome, serverSeed: seed });
    const { body } = await studio.call<SlipsAnswer>(TABLE_API.slips, undefined, anna.token);
    expect(body.slips).toMatchObject([{ status: 'settled', outcome, issue: round.issue }]);
    expect(world.wallet.calls.filter((call) => ['bet', 'win', 'finish'].includes(call)).sort()).toEqual(['bet', 'bet', 'win', 'win']);
    await expectExactBooks();
  });

  test('refuses early and late slips and those over the limits, without charging for them', async () => {
    const studio = await start();
    const session = await enter(studio, 'anna');
    const round = await openRound(studio);
    const refused = async (more: Partial<SlipRequest>) => (await place(studio, session, chips(round, more))).body.error;
    expect(await refused({ chips: [{ spot: 'nothing', stake: '1.0000' }] })).toBe('bet_invalid');
    expect(await refused({ chips: [{ spot: 'player', stake: '1.5000' }] })).toBe('stake_out_of_range');
    expect(await refused({ chips: [{ spot: 'player', stake: '-1.0000' }] })).toBe('stake_out_of_range');
    expect(await refused({ chips: [{ spot: 'tie', stake: '101.0000' }] })).toBe('stake_out_of_range');
    expect(await refused({ chips: [] })).toBe('bad_request');
    expect(await refused({ roundId: 'ANOTHER-202606010001' })).toBe('bet_invalid');
    const twice = [{ spot: 'player', stake: '1.0000' }];
    expect(await refused({ chips: [...twice, ...twice] })).toBe('bet_invalid');
    expect(world.wallet.calls).not.toContain('bet');
    // The limit applies to all slips of a round together, also to concurrent ones.
    const max = [{ spot: 'banker', stake: '300.0000' }];
    const both = await Promise.all([1, 2].map(() => place(studio, session, chips(round, { chips: max }))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    advanceTo(round.closesAt);
    expect((await place(studio, session, chips(round))).body.error).toBe('bets_closed');
    await pass(round);
    expect((await place(studio, session, chips(round))).body.error).toBe('bets_closed');
    const ahead = await world.db.selectFrom('studio_event').selectAll().where('state', '=', 'open').executeTakeFirst();
    if (ahead) expect((await place(studio, session, chips(round, { roundId: ahead.id }))).body.error).toBe('bets_closed');
    await expectExactBooks();
  });

  test('takes slips up to the maximum stake of the wallet, each by itself, and asks the wallet for none above it', async () => {
    const studio = await start();
    world.wallet.maximumStake = '40000';
    const session = await enter(studio, 'hanna');
    expect(session.limits).toMatchObject({ maxStake: '4.0000', siteMaxStake: '4.0000', gameMaxStake: '500.0000', chips: ['1.0000'] });
    const round = await openRound(studio);
    const above = chips(round, { chips: [{ spot: 'player', stake: '5.0000' }] });
    expect((await place(studio, session, above)).body).toEqual({ error: 'stake_above_maximum' });
    expect(world.wallet.calls).not.toContain('bet');
    for (let slip = 0; slip < 2; slip++) expect((await place(studio, session, chips(round))).status).toBe(200);
    await pass(round);
    expect((await slips()).map(({ stake, state }) => [stake, state])).toEqual([
      ['40000', 'settled'],
      ['40000', 'settled'],
    ]);
    await expectExactBooks();
    await studio.close();
  });

  test('is void when it was not drawn in time; every stake is refunded', async () => {
    const studio = await start();
    const session = await enter(studio, 'anna');
    const round = await openRound(studio);
    await place(studio, session, chips(round));
    await studio.kill();
    advanceTo(round.drawsAt, ROUND_VOID_AFTER_SECONDS * 1_000 + 1_000);
    const again = await start();
    await pass(round);
    const back = await enter(again, 'anna');
    const { body } = await again.call<SlipsAnswer>(TABLE_API.slips, undefined, back.token);
    expect(body).toMatchObject({ balance: '1000.0000', slips: [{ status: 'refunded', payout: '4.0000', outcome: null }] });
    await expectExactBooks();
  });

  test('is sent to streams: the table at once, the result to all, each slip to its own player only', async () => {
    const studio = await start();
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const round = await openRound(studio);
    const streams = [await listen(studio, anna.token), await listen(studio, ben.token), await listen(studio)];
    for (const { received } of streams) await eventually(async () => expect(received[0]).toMatchObject({ name: 'table' }));
    await place(studio, anna, chips(round));
    await pass(round);
    const [one, other, visitor] = streams.map(({ received }) => received);
    for (const received of [one, other, visitor])
      await eventually(async () =>
        expect(received?.filter(({ name, text }) => name === 'round' && text.includes('"drawn"'))).toHaveLength(1),
      );
    const mine = () => one?.filter(({ name }) => name === 'slip').map(({ text }) => (JSON.parse(text) as SlipAnswer).slip.status);
    await eventually(async () => expect(mine()?.at(-1)).toBe('settled'));
    expect([other, visitor].map((received) => received?.filter(({ name }) => name === 'slip'))).toEqual([[], []]);
    expect((await fetch(`${studio.url}${TABLE_API.stream}?gameId=NOVA_GEM_CASCADE`)).status).toBe(404);
    expect((await fetch(`${studio.url}${TABLE_API.stream}?gameId=${GAME}`, { headers: { authorization: 'Bearer nobody' } })).status).toBe(
      401,
    );
    await studio.close();
    for (const { ended } of streams) await ended;
  });
});

describe('event streams', () => {
  test('are limited per address and per player; a closed one frees its place', async () => {
    const studio = await start({ policy: { streamsPerAddress: 3, streamsPerPlayer: 2 } });
    const anna = await enter(studio, 'anna');
    const open = async (address: string, token?: string, path: string = TABLE_API.stream) => {
      const abort = new AbortController();
      const headers: Record<string, string> = { 'x-client-address': address, ...(token ? { authorization: `Bearer ${token}` } : {}) };
      const answer = await fetch(`${studio.url}${path}?gameId=${GAME}`, { headers, signal: abort.signal });
      const error = answer.ok ? undefined : ((await answer.json()) as { error: string }).error;
      return { status: answer.status, error, leave: () => abort.abort() };
    };
    const full = { status: 429, error: 'too_many_streams' };
    const own = [await open('203.0.113.1', anna.token), await open('203.0.113.2', anna.token)];
    expect(await open('203.0.113.3', anna.token)).toMatchObject(full);
    const visitors = [await open('203.0.113.9'), await open('203.0.113.9'), await open('203.0.113.9')];
    expect([...own, ...visitors].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await open('203.0.113.9')).toMatchObject(full);
    expect(await open('203.0.113.9', undefined, EVENT_API.stream)).toMatchObject(full);
    expect((await open('203.0.113.8')).status).toBe(200);
    own[0]?.leave();
    await eventually(async () => expect((await open('203.0.113.3', anna.token)).status).toBe(200));
  });
});

describe('a wallet that answers at the wrong moment', () => {
  test('a stake that is confirmed after the draw is refunded, for any outcome', async () => {
    const studio = await start();
    const session = await enter(studio, 'anna');
    const round = await openRound(studio);
    world.wallet.fault = (operation) => (operation === 'bet' ? 'held' : undefined);
    const all = chips(round, { chips: ['player', 'banker', 'tie'].map((spot) => ({ spot, stake: '5.0000' })) });
    const placing = place(studio, session, all);
    await eventually(async () => expect((await slips()).map(({ state }) => state)).toEqual(['placing']));
    advanceTo(round.drawsAt, 1);
    await eventually(async () => {
      clock.advance(20);
      expect((await world.db.selectFrom('studio_event').selectAll().where('id', '=', round.roundId).executeTakeFirst())?.state).toBe(
        'drawn',
      );
    });
    const release = setInterval(() => world.wallet.releaseLate(), 10);
    const answer = await placing.finally(() => clearInterval(release));
    expect(answer).toMatchObject({ status: 200, body: { slip: { status: 'refunded' }, balance: '1000.0000' } });
    expect((await slips()).map(({ state }) => state)).toEqual(['refunded']);
    expect(world.wallet.calls.filter((call) => call === 'rollback')).toHaveLength(1);
    await expectExactBooks();
  });

  test('and is slow to pay one player delays neither the next draw nor other payments', async () => {
    const studio = await start({ policy: { walletDeadlineMs: 600_000 } });
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const first = await openRound(studio);
    await place(studio, anna, chips(first));
    let winCalls = 0;
    world.wallet.fault = (operation, { player }) => {
      const isHers = operation === 'win' && player === 'anna';
      winCalls += isHers ? 1 : 0;
      return isHers ? 'held' : undefined;
    };
    advanceTo(first.drawsAt, 1);
    await eventually(async () => {
      clock.advance(200);
      expect(winCalls).toBe(1);
    });
    const second = await openRound(studio);
    expect(second.roundId).not.toBe(first.roundId);
    expect((await place(studio, ben, chips(second))).status).toBe(200);
    advanceTo(second.drawsAt, 1);
    await eventually(async () => {
      const event = await world.db.selectFrom('studio_event').selectAll().where('id', '=', second.roundId).executeTakeFirstOrThrow();
      expect(event.state).toBe('drawn');
    });
    await eventually(async () => {
      clock.advance(200);
      const states = (await slips()).map(({ player, state }) => [player, state]);
      expect(states).toEqual([
        ['anna', 'owed'],
        ['ben', 'settled'],
      ]);
    });
    // Longer than a lease: a ticket with a running request is not claimed again.
    for (let leases = 0; leases < 2; leases++) {
      clock.advance(LEASE_MS);
      await eventually(async () => expect((await slips())[0]?.next_try_at.getTime()).toBeGreaterThan(clock.now().getTime()));
    }
    expect(winCalls).toBe(1);
    await pass(second);
    await expectExactBooks();
  });

  test('a process that was suspended for longer than its lease does not accept a stake that another process refunds', async () => {
    // Its own loop is suspended as well.
    const sleeper = await start({ policy: { retryMs: HOUR_MS } });
    await start({ policy: { retryWindowMs: 2_000 } });
    const session = await enter(sleeper, 'anna');
    const round = await openRound(sleeper);
    let undone = 0;
    world.wallet.fault = (operation) => {
      if (operation === 'bet') return 'held';
      if (operation !== 'rollback') return undefined;
      undone += 1;
      // The stake arrives in between, and its sender gets a confirmation while the rollback is still being answered.
      if (undone === 1) world.wallet.releaseLate();
      return undone === 1 ? 'unanswered' : undefined;
    };
    const placing = place(sleeper, session, chips(round));
    await eventually(async () => expect((await slips()).map(({ state }) => state)).toEqual(['placing']));
    clock.advance(31_000);
    // The result arrived before the refund of the stake, or after it.
    expect([undefined, 'round_pending']).toContain((await placing).body.error);
    await eventually(async () => expect((await slips()).map(({ state }) => state)).toEqual(['refunded']));
    expect(undone).toBeGreaterThan(0);
    await expectExactBooks();
  });
});

test('the commitment of a round is the seed of the previous one, on any process', async () => {
  const [one, other] = [await start(), await start()];
  const first = await openRound(one);
  await pass(first);
  const second = await openRound(other);
  await pass(second);
  const [, before] = (await world.db.selectFrom('studio_event').selectAll().orderBy('place', 'desc').execute()).filter(
    ({ state }) => state === 'drawn',
  );
  expect(second.seedHash).toBe(before?.server_seed);
  expect(createHash('sha256').update(Buffer.from(second.seedHash, 'hex')).digest('hex')).toBe(first.seedHash);
});

test('a round shows the seed of the round before it, except the first round of a chain', async () => {
  const studio = await start();
  const round = await openRound(studio);
  await pass(round);
  const second = await openRound(studio);
  await pass(second);
  const seedShown = async ({ roundId }: TableRound) => {
    const evidence = (await findRevealed(world.db, TEST_SEEDS, roundId))?.evidence;
    return evidence?.kind === 'round' ? evidence.previousSeed : undefined;
  };
  const row = await world.db
    .selectFrom('studio_event')
    .select(['place', 'server_seed'])
    .where('id', '=', round.roundId)
    .executeTakeFirstOrThrow();
  expect(await seedShown(second)).toBe(row.server_seed);
  const sealed_seed = TEST_SEEDS.seal('chain', 'a'.repeat(64));
  await world.db
    .insertInto('studio_chain')
    .values({ game_id: GAME, first_place: row.place + 1, sealed_seed })
    .execute();
  expect(await seedShown(second)).toBeNull();
});

test('a policy of longer rounds than a table has prevents the start of the studio', async () => {
  await expect(start({ policy: { minimumCycleMs: 36_001 } })).rejects.toThrow('shorter than the policy allows');
  await start({ policy: { minimumCycleMs: 36_000 } });
});

test('the code that decides a round gets neither bets nor players', () => {
  const round = { id: 'T-1', kind: 'round', terms: '{"game":"baccarat"}', server_seed: 'cd'.repeat(32) } as const;
  expect(outcomeOf(round)).toBe(JSON.stringify(playTableRound('baccarat', round.server_seed, 'T-1')));
  expect(outcomeOf).toHaveLength(1);
});

test('a wallet that loses, repeats and delays, and a studio that is killed: nothing is lost or paid twice', async () => {
  const random = simulationStream(11);
  const FAULTS: WalletFault[] = ['lost', 'unanswered', 'broken', 'garbled', 'late'];
  for (let cycle = 0; cycle < 4; cycle++) {
    const killed = cycle % 2 === 1;
    let steps = killed ? 40 + random.below(120) : Number.POSITIVE_INFINITY;
    let doomed: Running | undefined;
    const studio = await start({
      onStep: () => {
        steps -= 1;
        if (steps <= 0) void doomed?.kill();
      },
    });
    doomed = studio;
    try {
      const players = ['anna', 'ben', 'cleo'];
      const sessions = await Promise.all(players.map((player) => enter(studio, player)));
      const round = await openRound(studio);
      world.wallet.fault = (operation) =>
        operation !== 'authenticate' && random.below(3) === 0 ? FAULTS[random.below(FAULTS.length)] : undefined;
      await Promise.all(sessions.flatMap((session) => [0, 1].map(() => place(studio, session, chips(round)).catch(() => undefined))));
      advanceTo(round.drawsAt, 1);
    } catch (error) {
      if (!killed) throw error;
    }
    world.wallet.fault = () => undefined;
    await studio.kill();
    const repaired = await start();
    await eventually(async () => {
      world.wallet.releaseLate();
      clock.advance(1_000);
      expect((await slips()).filter(({ state }) => ['placing', 'open', 'owed', 'voided'].includes(state))).toEqual([]);
    });
    await expectExactBooks();
    await repaired.close();
  }
  expect((await slips()).length).toBeGreaterThan(5);
});

describe('chains of seeds', () => {
  const LENGTH = 200;
  const chains = () => createChains(world.db, TEST_SEEDS);
  const sha256 = (seed: string) => createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

  test('each seed is the hash of the next one, for any order of requests and any process', async () => {
    const [one, other] = [chains(), chains()];
    const places = [...Array.from({ length: LENGTH }, (_, index) => LENGTH + ((index * 77) % LENGTH)), LENGTH, 2 * LENGTH - 1];
    const seeds = new Map<number, string>();
    for (const place of places) seeds.set(place, await one.seedAt('chain-game', place, LENGTH));
    for (let place = LENGTH; place < 2 * LENGTH - 1; place += 1) expect(sha256(seeds.get(place + 1) ?? '')).toBe(seeds.get(place));
    for (const place of [LENGTH, LENGTH + 63, LENGTH + 64, LENGTH + 65, 2 * LENGTH - 1])
      expect(await other.seedAt('chain-game', place, LENGTH)).toBe(seeds.get(place));
  });

  test('days and games have different chains', async () => {
    const one = chains();
    const last = await one.seedAt('chain-game', 2 * LENGTH - 1, LENGTH);
    const next = await one.seedAt('chain-game', 2 * LENGTH, LENGTH);
    expect(sha256(next)).not.toBe(last);
    expect(await one.seedAt('chain-game', 2 * LENGTH - 1, LENGTH)).toBe(last);
    expect(await one.seedAt('another-game', 2 * LENGTH - 1, LENGTH)).not.toBe(last);
  });
});
