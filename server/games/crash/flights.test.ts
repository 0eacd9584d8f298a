import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import {
  FLIGHT_TIMES,
  fallsAt,
  flightPayout,
  HIGHEST_TARGET,
  highestTarget,
  LOWEST_TARGET,
  paidAt,
  playFlight,
  reachedAt,
} from '../../../shared/games/crash/flight.ts';
import {
  FLIGHT_API,
  type FlightAnswer,
  type FlightBetAnswer,
  type FlightBetRequest,
  type FlightBetsAnswer,
  type FlightRound,
} from '../../../shared/games/crash/protocol.ts';
import { EVENT_API } from '../../../shared/games/events/protocol.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { simulationStream } from '../../../shared/games/simulation-stream.ts';
import { toUnitText } from '../../../shared/money/money.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import type { StudioEvent } from '../events/event-store.ts';
import { insertTicket, type TicketRecord } from '../events/ticket-store.ts';
import { createTickets } from '../events/tickets.ts';
import type { Payable, Settlement } from '../settlement.ts';
import type { Session } from '../store.ts';
import { openScene, START } from '../test-scene.ts';
import { opened, TEST_SEEDS } from '../test-seeds.ts';
import { listenTo } from '../test-stream.ts';
import { type Answer, eventually, gameOf, newKey, QUICK, type Running, type StudioWorld } from '../test-studio.ts';
import type { WalletFault } from '../test-wallet.ts';
import { cashOut } from './cash-out.ts';
import { BROKEN_AFTER_MS, cashTargets, TEND_MS } from './flight-store.ts';

const GAME = gameOf('flight').gameId;
const FIRST = `${GAME}-000000000001`;
const CHAIN = 5_000;
const MOVING = ['placing', 'open', 'owed', 'voided'];

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { flights: [GAME] });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const bets = (): Promise<TicketRecord[]> =>
  world.db.selectFrom('studio_ticket').selectAll().orderBy('placed_at').orderBy('player').execute();
const flightAt = async (id = FIRST): Promise<StudioEvent> =>
  opened(await world.db.selectFrom('studio_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
const listen = (studio: Running, token?: string) => listenTo(studio, `${FLIGHT_API.stream}?gameId=${GAME}`, token);
const place = (studio: Running, session: StudioSession, round: FlightRound, stake: string, target: number | null, key = newKey()) =>
  studio.call<FlightBetAnswer>(FLIGHT_API.bet, { key, roundId: round.roundId, stake, target } satisfies FlightBetRequest, session.token);
const cash = (studio: Running, session: StudioSession, betId: string): Promise<Answer<FlightBetAnswer>> =>
  studio.call(FLIGHT_API.cashOut, { betId }, session.token);

/** Gives the first flight of the game a seed whose crash point lies within these hundredths. */
async function rig(from: number, to: number): Promise<number> {
  for (;;) {
    const last = randomBytes(32);
    let link: Buffer = last;
    for (let left = CHAIN - 2; left > 0; left--) link = createHash('sha256').update(link).digest();
    const { crash } = playFlight(link.toString('hex'), FIRST);
    if (crash < from || crash > to) continue;
    await world.db
      .insertInto('studio_chain')
      .values({ game_id: GAME, first_place: 0, sealed_seed: TEST_SEEDS.seal('chain', last.toString('hex')) })
      .execute();
    return crash;
  }
}

async function readFlight(studio: Running): Promise<FlightAnswer> {
  return (await studio.call<FlightAnswer>(`${FLIGHT_API.flight}?gameId=${GAME}`)).body;
}

/** A flight in its betting phase; a request for the game starts the flights. */
async function openFlight(studio: Running): Promise<FlightRound> {
  let round: FlightRound | null = null;
  await eventually(async () => {
    ({ round } = await readFlight(studio));
    if (round?.state === 'over') await endPause(round.roundId);
    expect(round?.state).toBe('open');
  });
  if (!round) throw new Error('no flight');
  return round;
}

/**
 * Moves the clock at most to the flight's end, because the betting phase of the next flight starts then, even if no process has
 * noticed yet.
 */
async function endPause(id: string): Promise<void> {
  const { ended_at: ended } = await flightAt(id);
  if (ended) clock.advance(Math.max(0, ended.getTime() + FLIGHT_TIMES.pause - clock.now().getTime()));
}

/** Moves the clock to a time after take-off, in steps small enough for the runner to keep up. */
async function flyTo(elapsed: number, id = FIRST): Promise<void> {
  const { closes_at: takesOff, draws_at: falls } = await flightAt(id);
  const end = takesOff.getTime() + elapsed;
  while (clock.now().getTime() < end) {
    const before = takesOff.getTime() - clock.now().getTime();
    clock.advance(Math.min(end - clock.now().getTime(), before > 0 ? before : 1_000));
    if (before > 0) continue;
    await eventually(async () => {
      const flight = await flightAt(id);
      const isTended = (flight.tended_at?.getTime() ?? 0) > clock.now().getTime() - TEND_MS;
      const inPlay = (await bets()).filter(({ state }) => state === 'open');
      expect(clock.now() >= falls ? flight.state !== 'open' : isTended || inPlay.length === 0).toBe(true);
    });
  }
}

async function allOver(id = FIRST): Promise<void> {
  await eventually(async () => {
    world.wallet.releaseLate();
    clock.advance(200);
    expect((await flightAt(id)).state).not.toBe('open');
    expect((await bets()).filter(({ state }) => MOVING.includes(state))).toEqual([]);
  });
}

/** Expects that the wallet's ledger matches the studio for every bet, and that balances match. */
async function expectExactBooks(): Promise<void> {
  const expected = new Map([...world.wallet.balances.keys()].map((player) => [player, START]));
  for (const { id, event_id, state, player, stake, payout, target, cashed } of await bets()) {
    const story = {
      counted: world.wallet.instructions.get(`${id}-b`)?.state === 'accepted',
      won: world.wallet.instructions.get(`${id}-w`)?.amount,
    };
    if (state !== 'settled') {
      expect([state, story]).toEqual([state, { counted: false, won: undefined }]);
      continue;
    }
    const { server_seed: seed, broken } = await flightAt(event_id ?? '');
    const outcome = playFlight(seed, event_id ?? '');
    const multiplier = paidAt(outcome, { target: target ?? 0, cashed });
    const due = flightPayout(BigInt(stake), multiplier);
    expect([id, story, payout, multiplier]).toEqual([id, { counted: true, won: due }, String(due), cashed ?? 0]);
    expect(multiplier).toBeLessThanOrEqual(outcome.crash);
    // No bet is lost on a flight during which cash-outs were interrupted.
    if (broken) expect(multiplier).toBeGreaterThan(0);
    expected.set(player, (expected.get(player) ?? 0n) - BigInt(stake) + due);
  }
  expect(world.wallet.balances).toEqual(expected);
}

describe('a flight', () => {
  test('pays manual cash-outs at the current multiplier, targets exactly, and does not reveal its end', async () => {
    const crash = await rig(300, 1_000);
    const studio = await start();
    const [anna, ben, cleo] = [await enter(studio, 'anna'), await enter(studio, 'ben'), await enter(studio, 'cleo')];
    const streams = [await listen(studio, anna.token), await listen(studio, ben.token), await listen(studio)];
    const round = await openFlight(studio);
    const { server_seed: seed, draws_at: falls } = await flightAt();
    const key = newKey();
    const taken = await place(studio, anna, round, '10.0000', 200, key);
    expect(taken).toMatchObject({ status: 200, body: { balance: '990.0000', bet: { status: 'open', stake: '10.0000', cashed: null } } });
    expect((await place(studio, anna, round, '10.0000', 200, key)).body.bet.betId).toBe(taken.body.bet.betId);
    expect((await place(studio, anna, round, '10.0000', 300, key)).body.error).toBe('bad_request');
    const { body: byHand } = await place(studio, ben, round, '4.0000', 10_000);
    const { body: lost } = await place(studio, cleo, round, '5.0000', 10_000);
    expect((await cash(studio, ben, byHand.bet.betId)).body.error).toBe('bad_request');

    await flyTo(reachedAt(150));
    expect((await place(studio, anna, round, '1.0000', 200)).body.error).toBe('bets_closed');
    const out = await cash(studio, ben, byHand.bet.betId);
    expect(out).toMatchObject({ status: 200, body: { bet: { cashed: 150, payout: '6.0000' } } });
    await flyTo(reachedAt(180));
    // Idempotent: a second cash-out request neither pays more nor again.
    expect((await cash(studio, ben, byHand.bet.betId)).body.bet).toMatchObject({ cashed: 150, payout: '6.0000' });
    expect((await cash(studio, ben, lost.bet.betId)).body.error).toBe('bad_request');
    await flyTo(reachedAt(200));
    await eventually(async () => expect((await bets())[0]).toMatchObject({ cashed: 200, payout: String(20_0000n), state: 'settled' }));
    // A winner is paid while the flight continues.
    expect((await flightAt()).state).toBe('open');

    const paths = [FLIGHT_API.flight, FLIGHT_API.bets, EVENT_API.events, `/studio/verify/${round.roundId}`, taken.body.bet.verifyUrl];
    const responses = paths.map(async (path) =>
      (await fetch(`${studio.url}${path}?gameId=${GAME}`, { headers: { authorization: `Bearer ${anna.token}` } })).text(),
    );
    const texts = [...(await Promise.all(responses)), ...streams.flatMap(({ received }) => received.map(({ text }) => text))];
    for (const text of texts) {
      for (const secret of [seed, falls.toISOString(), `"crash":${crash}`]) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/"crash":\d/);
    }

    await flyTo(fallsAt({ crash }) - 1);
    expect((await readFlight(studio)).round).toMatchObject({ state: 'open', crash: null, serverSeed: null });
    await flyTo(fallsAt({ crash }));
    expect((await cash(studio, cleo, lost.bet.betId)).body.error).toBe('cash_out_late');
    expect((await readFlight(studio)).round).toMatchObject({ state: 'over', crash, serverSeed: seed });
    await allOver();
    expect((await flightAt()).broken).toBe(false);
    await expectExactBooks();
    expect(Object.fromEntries(world.wallet.balances)).toEqual({ anna: 1_010_0000n, ben: 1_002_0000n, cleo: 995_0000n });
    const { body: own } = await studio.call<FlightBetsAnswer>(FLIGHT_API.bets, undefined, ben.token);
    expect(own).toMatchObject({ balance: '1002.0000', bets: [{ status: 'settled', cashed: 150, crash, payout: '6.0000' }] });

    // All streams receive the crash, each with the player's own bets only.
    const [annas, bens, visitors] = streams.map(({ received }) => received);
    for (const received of [annas, bens, visitors])
      await eventually(async () =>
        expect(received?.some(({ name, text }) => name === 'round' && text.includes(`"crash":${crash}`))).toBe(true),
      );
    const statuses = (received: typeof annas) =>
      received?.filter(({ name }) => name === 'bet').map(({ text }) => JSON.parse(text).bet.betId);
    expect(new Set(statuses(annas))).toEqual(new Set([taken.body.bet.betId]));
    expect(new Set(statuses(bens))).toEqual(new Set([byHand.bet.betId]));
    expect(statuses(visitors)).toEqual([]);
    expect(visitors?.some(({ name, text }) => name === 'crowd' && text.includes('"bets":3') && text.includes('"USD":"19.0000"'))).toBe(
      true,
    );
  });

  test('pays targets of stakes with cents in whole cents, during the flight and at its end', async () => {
    const crash = await rig(300, 1_000);
    const studio = await start();
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const round = await openFlight(studio);
    await place(studio, anna, round, '1.3700', 187);
    await place(studio, ben, round, '1.9900', crash);
    await flyTo(reachedAt(187));
    await eventually(async () => expect((await bets())[0]).toMatchObject({ cashed: 187, payout: String(2_5600n) }));
    await flyTo(fallsAt({ crash }));
    await allOver();
    expect((await bets()).map(({ payout }) => payout)).toEqual([String(2_5600n), String(flightPayout(1_9900n, crash))]);
    await expectExactBooks();
  });

  test('pays every stake and target what the rules say', async () => {
    const studio = await start();
    await place(studio, await enter(studio, 'anna'), await openFlight(studio), '1.0000', 200);
    await studio.kill();
    const [first] = await bets();
    if (!first) throw new Error('no bet');
    const random = simulationStream(137);
    for (let count = 0; count < 300; count++) {
      const stake = BigInt(100 + random.below(9_901)) * 100n;
      const target = LOWEST_TARGET + random.below(highestTarget(stake) - LOWEST_TARGET + 1);
      const ticket = { ...first, id: `t${count}`, play_key: newKey(), stake: toUnitText(stake), target };
      await world.db.transaction().execute((tx) => insertTicket(tx, ticket));
    }
    const cashed = await cashTargets(world.db, FIRST, HIGHEST_TARGET, clock.now());
    expect(cashed).toHaveLength(301);
    for (const { stake, target, payout } of cashed)
      expect([stake, target, payout]).toEqual([stake, target, String(flightPayout(BigInt(stake), target ?? 0))]);
  });

  test('takes a bet without an auto cash-out, which stays open up to the highest multiplier for its stake', async () => {
    const studio = await start();
    const session = await enter(studio, 'anna');
    const round = await openFlight(studio);
    const targets = [await place(studio, session, round, '1.0000', null), await place(studio, session, round, '100.0000', null)];
    expect(targets.map(({ body }) => body.bet?.target)).toEqual([100_000, 10_000]);
    // A cash-out soon after take-off has almost no risk, and counts for turnover with the amount won.
    const sent = targets.map(({ body }) => JSON.parse(world.wallet.instructions.get(`${body.bet?.betId}-b`)?.body ?? '{}').atRisk);
    expect(sent).toEqual(['10000', '1000000']);
  });

  test('refuses bets over the limits, late bets and unknown flights, without charging for them', async () => {
    await rig(150, 400);
    const studio = await start();
    const session = await enter(studio, 'anna');
    const round = await openFlight(studio);
    const refused = async (stake: string, target: number, more: Partial<FlightRound> = {}) =>
      (await place(studio, session, { ...round, ...more }, stake, target)).body.error;
    expect(await refused('1.0000', 100)).toBe('bet_invalid');
    expect(await refused('1.0000', 100_001)).toBe('bet_invalid');
    expect(await refused('100.0000', 10_001)).toBe('bet_invalid');
    expect(await refused('1.0000', 1.5)).toBe('bad_request');
    expect(await refused('1.5050', 200)).toBe('stake_out_of_range');
    expect(await refused('-1.0000', 200)).toBe('stake_out_of_range');
    expect(await refused('101.0000', 200)).toBe('stake_out_of_range');
    expect(await refused('x', 200)).toBe('bet_invalid');
    expect(await refused('1.0000', 200, { roundId: 'ANOTHER-000000000001' })).toBe('bet_invalid');
    expect(world.wallet.calls).not.toContain('bet');
    // The limit of two bets also holds for concurrent requests.
    const three = await Promise.all([0, 1, 2].map(() => place(studio, session, round, '1.0000', 200)));
    expect(three.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    expect((await cash(studio, session, `t${'0'.repeat(32)}`)).body.error).toBe('bad_request');
    expect((await cash(studio, session, 'nothing')).body.error).toBe('bad_request');
    expect((await studio.call(FLIGHT_API.cashOut, { betId: three[0]?.body.bet?.betId })).status).toBe(401);
    expect((await fetch(`${studio.url}${FLIGHT_API.stream}?gameId=NOVA_GEM_CASCADE`)).status).toBe(404);
    await flyTo(0);
    expect(await refused('1.0000', 200)).toBe('bets_closed');
    await flyTo(reachedAt(500));
    await allOver();
    await expectExactBooks();
  });

  test('refuses a bet above the maximum stake of the wallet before the wallet is asked', async () => {
    const studio = await start();
    world.wallet.maximumStake = '50000';
    const session = await enter(studio, 'mona');
    const round = await openFlight(studio);
    expect((await place(studio, session, round, '5.0100', 200)).body).toEqual({ error: 'stake_above_maximum' });
    expect([world.wallet.calls.includes('bet'), await bets()]).toEqual([false, []]);
    expect((await place(studio, session, round, '5.0000', 200)).status).toBe(200);
    await studio.close();
  });

  test('counts a cash-out by its arrival, also when the crash is written first; a slow clock gives no advantage', async () => {
    const crash = await rig(200, 600);
    const studio = await start();
    const session = await enter(studio, 'anna');
    const round = await openFlight(studio);
    const [one, other] = [await place(studio, session, round, '10.0000', 10_000), await place(studio, session, round, '10.0000', 10_000)];
    await flyTo(fallsAt({ crash }));
    const { closes_at: takesOff } = await flightAt();
    const at = new Date(takesOff.getTime() + reachedAt(160));
    const row = { player: 'anna', game_id: GAME } as Session;
    // One arrived ten seconds ago, during the flight; one arrives now at a process whose clock is slow.
    const honest = cashOut(world.db, row, one.body.bet.betId, { at, ticks: performance.now() - 10_000 });
    expect(await honest).toMatchObject({ cashed: 160, payout: '160000', state: 'owed' });
    await expect(cashOut(world.db, row, other.body.bet.betId, { at, ticks: performance.now() })).rejects.toThrow('cash_out_late');
    await allOver();
    await expect(cashOut(world.db, row, other.body.bet.betId, { at, ticks: performance.now() - 10_000 })).rejects.toThrow('cash_out_late');
    await expectExactBooks();
    expect(world.wallet.balances.get('anna')).toBe(996_0000n);
  });

  test.each<[string, number, boolean, string]>([
    ['at take-off', 0, false, 'refunded'],
    ['at a multiplier that the player has already seen', reachedAt(140), false, 'refunded'],
    ['after the crash', reachedAt(1_100), false, 'refunded'],
    ['before take-off', -1, true, 'settled'],
  ])('whose wallet accepts %s: a timely stake stays, a late one is refunded, once', async (_case, answeredAt, isInTime, end) => {
    await rig(300, 1_000);
    const studio = await start();
    const session = await enter(studio, 'anna');
    const { received } = await listen(studio, session.token);
    const round = await openFlight(studio);
    world.wallet.fault = (operation) => (operation === 'bet' ? 'held' : undefined);
    const placing = place(studio, session, round, '10.0000', 150);
    await eventually(async () => expect((await bets()).map(({ state }) => state)).toEqual(['placing']));
    const [bet] = await bets();
    await flyTo(answeredAt);
    if (answeredAt > 0) {
      const { error } = (await cash(studio, session, bet?.id ?? '')).body;
      expect(['bets_closed', 'cash_out_late']).toContain(error);
    }
    const release = setInterval(() => world.wallet.releaseLate(), 10);
    const { status, body } = await placing.finally(() => clearInterval(release));
    expect([status, body.bet.status, body.bet.cashed]).toEqual([200, isInTime ? 'open' : 'refunded', null]);
    if (!isInTime) {
      expect(body).toMatchObject({ bet: { payout: '10.0000' }, balance: '1000.0000' });
      expect((await cash(studio, session, body.bet.betId)).body.error).toBe('cash_out_late');
      await eventually(async () =>
        expect(received.some(({ name, text }) => name === 'bet' && text.includes('"status":"refunded"'))).toBe(true),
      );
    }
    await flyTo(reachedAt(1_100));
    await allOver();
    expect((await bets()).map(({ state, cashed }) => [state, cashed])).toEqual([[end, isInTime ? 150 : null]]);
    expect(world.wallet.calls.filter((call) => call === 'rollback')).toHaveLength(isInTime ? 0 : 1);
    await expectExactBooks();
  });

  test('whose wallet pays slowly does not delay the next flight', async () => {
    await rig(300, 1_000);
    const studio = await start({ policy: { walletDeadlineMs: 600_000 } });
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const round = await openFlight(studio);
    await place(studio, anna, round, '10.0000', 150);
    let requests = 0;
    world.wallet.fault = (operation, { player }) => {
      const isHers = operation === 'win' && player === 'anna';
      requests += isHers ? 1 : 0;
      return isHers ? 'held' : undefined;
    };
    await flyTo(reachedAt(1_100));
    await eventually(async () => expect(requests).toBe(1));
    let next = round;
    // Bets of a flight may close before the bet arrives on a busy machine; the next one takes bets when this one is over.
    await eventually(async () => {
      next = await openFlight(studio);
      const { bet, error } = (await place(studio, ben, next, '10.0000', 101)).body;
      if (error === 'bets_closed') clock.advance(1_000);
      expect([error, bet?.status]).toEqual([undefined, 'open']);
    });
    expect(next.roundId).not.toBe(round.roundId);
    await flyTo(reachedAt(100_000), next.roundId);
    await eventually(async () => expect((await bets()).find(({ player }) => player === 'ben')?.state).toBe('settled'));
    await allOver(next.roundId);
    await expectExactBooks();
  });

  test('refunds a stake whose booking is confirmed only by a status call after take-off', async () => {
    await rig(300, 1_000);
    const studio = await start();
    const session = await enter(studio, 'anna');
    const round = await openFlight(studio);
    world.wallet.fault = (operation) => (operation === 'bet' ? 'unanswered' : operation === 'status' ? 'lost' : undefined);
    expect((await place(studio, session, round, '10.0000', 10_000)).body.error).toBe('round_pending');
    await flyTo(reachedAt(140));
    const [bet] = await bets();
    expect((await cash(studio, session, bet?.id ?? '')).body.error).toBe('bets_closed');
    world.wallet.fault = () => undefined;
    await flyTo(reachedAt(1_100));
    await allOver();
    expect(await bets()).toMatchObject([{ state: 'refunded', cashed: null }]);
    await expectExactBooks();
  });

  test.each([
    ['in the betting phase', -3_000],
    ['during the flight', reachedAt(160)],
  ])('whose service is killed %s pays cash-outs and reached targets, and refunds the other bets', async (_case, killedAt) => {
    const crash = await rig(250, 600);
    let studio = await start();
    const [anna, ben, cleo] = [await enter(studio, 'anna'), await enter(studio, 'ben'), await enter(studio, 'cleo')];
    const round = await openFlight(studio);
    const { body: acknowledged } = await place(studio, anna, round, '10.0000', 10_000);
    await place(studio, ben, round, '10.0000', 200);
    await place(studio, cleo, round, '10.0000', 10_000);
    if (killedAt > 0) await flyTo(killedAt);
    const out = killedAt > 0 ? await cash(studio, anna, acknowledged.bet.betId) : undefined;
    world.wallet.fault = () => 'lost';
    await studio.kill();
    world.wallet.fault = () => undefined;
    const { closes_at: takesOff } = await flightAt();
    clock.advance(takesOff.getTime() + fallsAt({ crash }) + BROKEN_AFTER_MS + 1 - clock.now().getTime());
    studio = await start();
    await allOver();
    const ends = (await bets()).map(({ player, state, cashed }) => [player, state, cashed]);
    expect(ends).toEqual([
      out ? ['anna', 'settled', out.body.bet.cashed] : ['anna', 'refunded', null],
      ['ben', 'settled', 200],
      ['cleo', 'refunded', null],
    ]);
    await expectExactBooks();
  });
});

test('flights follow one another while a stream is open, each committed by the one before, on any process', async () => {
  await rig(0, 150);
  const [one, other] = [await start(), await start()];
  const streams = [await listen(one), await listen(other)];
  const first = await openFlight(one);
  clock.advance(FLIGHT_TIMES.betting + fallsAt({ crash: 200 }));
  await eventually(async () => expect((await readFlight(one)).round?.state).toBe('over'));
  clock.advance(FLIGHT_TIMES.pause - 1);
  expect((await readFlight(other)).round?.state).toBe('over');
  clock.advance(1);
  const second = await openFlight(other);
  expect(second.seedHash).toBe((await flightAt()).server_seed);
  expect(createHash('sha256').update(Buffer.from(second.seedHash, 'hex')).digest('hex')).toBe(first.seedHash);
  expect((await readFlight(one)).history).toMatchObject([{ verifyUrl: first.verifyUrl }]);
  expect(await world.db.selectFrom('studio_event').selectAll().execute()).toHaveLength(2);
  for (const { received } of streams)
    await eventually(async () => expect(received.some(({ name, text }) => name === 'round' && text.includes(second.roundId))).toBe(true));
});

test('a bet that was read before its cash-out is paid at the multiplier of the cash-out', async () => {
  const crash = await rig(200, 600);
  const studio = await start();
  const session = await enter(studio, 'anna');
  const { body } = await place(studio, session, await openFlight(studio), '10.0000', 10_000);
  await flyTo(fallsAt({ crash }));
  await studio.kill();
  const [before] = await bets();
  if (before?.state !== 'owed') throw new Error('not lost');
  const { closes_at: takesOff } = await flightAt();
  const at = new Date(takesOff.getTime() + reachedAt(160));
  await cashOut(world.db, { player: 'anna', game_id: GAME } as Session, body.bet.betId, { at, ticks: performance.now() - 10_000 });
  const paid: Payable[] = [];
  const pay: Settlement['pay'] = async (order) => {
    paid.push(order);
    return { end: 'settled', balance: null };
  };
  const log = pino({ level: 'silent' });
  const policy = { ...QUICK, minimumCycleMs: 0, streamsPerAddress: 1, streamsPerPlayer: 1, sessionMinutes: 1, tokenCheckMs: 1_000 };
  const tickets = createTickets({ db: world.db, settlement: { pay } as Settlement, clock, log, policy });
  await tickets.resumeNow(before);
  expect(paid.map(({ payout }) => payout)).toEqual(['160000']);
});

test('a flight whose only process is gone is ended by a process without streams', async () => {
  const crash = await rig(250, 600);
  const [one] = [await start(), await start()];
  const session = await enter(one, 'anna');
  await place(one, session, await openFlight(one), '10.0000', 10_000);
  await one.kill();
  const { closes_at: takesOff } = await flightAt();
  clock.advance(takesOff.getTime() + fallsAt({ crash }) + BROKEN_AFTER_MS + 1 - clock.now().getTime());
  await allOver();
  expect((await bets()).map(({ state }) => state)).toEqual(['refunded']);
  await expectExactBooks();
});

describe.runIf(inject('engine') === 'postgres')('requests for a flight that is locked', () => {
  async function holding(mode: 'share' | 'update', work: () => Promise<void>): Promise<void> {
    await world.db.transaction().execute(async (tx) => {
      await sql`select 1 from studio_event where id = ${FIRST} for ${sql.raw(mode)}`.execute(tx);
      await work();
    });
  }

  test('do not delay it, and no lost stake is refunded', async () => {
    const crash = await rig(200, 400);
    const studio = await start();
    const session = await enter(studio, 'anna');
    await place(studio, session, await openFlight(studio), '10.0000', 10_000);
    await flyTo(fallsAt({ crash }) - 1);
    await holding('share', async () => {
      clock.advance(1);
      await eventually(async () => {
        const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect((await waiting.execute(world.db)).rows).toHaveLength(1);
      });
      clock.advance(BROKEN_AFTER_MS + 1_000);
    });
    await allOver();
    expect(await flightAt()).toMatchObject({ broken: false });
    expect((await bets()).map(({ state, payout }) => [state, payout])).toEqual([['settled', '0']]);
  });

  test('a late bet takes no lock', async () => {
    const crash = await rig(200, 400);
    const studio = await start();
    const session = await enter(studio, 'anna');
    const round = await openFlight(studio);
    const { body } = await place(studio, session, round, '10.0000', 10_000);
    await flyTo(fallsAt({ crash }) - 1);
    await holding('update', async () => {
      clock.advance(1);
      expect((await cash(studio, session, body.bet.betId)).body.error).toBe('cash_out_late');
      expect((await place(studio, session, round, '1.0000', 200)).body.error).toBe('bets_closed');
    });
  });
});

test('pauses while no stream is open', async () => {
  await start();
  clock.advance(60_000);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await world.db.selectFrom('studio_event').selectAll().execute()).toEqual([]);
});

test('a policy of longer rounds than the shortest flight prevents the start of the studio', async () => {
  const shortest = FLIGHT_TIMES.betting + FLIGHT_TIMES.pause;
  await expect(start({ policy: { minimumCycleMs: shortest + 1 } })).rejects.toThrow('shorter than the policy allows');
  await start({ policy: { minimumCycleMs: shortest } });
});

test('a wallet that loses, repeats and delays, and a studio that is killed: nothing is lost or paid twice', async () => {
  const random = simulationStream(38);
  const FAULTS: WalletFault[] = ['lost', 'unanswered', 'broken', 'garbled', 'late'];
  for (let cycle = 0; cycle < 2; cycle++) {
    const killed = cycle % 2 === 1;
    let steps = Number.POSITIVE_INFINITY;
    let doomed: Running | undefined;
    const studio = await start({
      onStep: () => {
        steps -= 1;
        if (steps <= 0) void doomed?.kill();
      },
    });
    doomed = studio;
    let round: FlightRound | undefined;
    try {
      const sessions = await Promise.all(['anna', 'ben', 'cleo'].map((player) => enter(studio, player)));
      round = await openFlight(studio);
      if (killed) steps = 30 + random.below(90);
      const { roundId } = round;
      world.wallet.fault = (operation) =>
        operation !== 'authenticate' && random.below(3) === 0 ? FAULTS[random.below(FAULTS.length)] : undefined;
      const placed = await Promise.all(
        sessions.flatMap((session) => [120, 5_000].map((target) => place(studio, session, round as FlightRound, '3.0000', target))),
      );
      await Promise.race([flyTo(reachedAt(115), roundId), rejectWhen(() => steps <= 0)]);
      await Promise.all(
        placed.map(async ({ body }, index) => body.bet && cash(studio, sessions[Math.floor(index / 2)] as StudioSession, body.bet.betId)),
      );
    } catch (error) {
      if (!killed) throw error;
    }
    await studio.kill();
    world.wallet.fault = () => undefined;
    clock.advance(90_000);
    const repaired = await start();
    if (round) await allOver(round.roundId);
    await eventually(async () => {
      world.wallet.releaseLate();
      clock.advance(1_000);
      expect((await bets()).filter(({ state }) => MOVING.includes(state))).toEqual([]);
    });
    await expectExactBooks();
    await repaired.close();
  }
  expect((await bets()).length).toBeGreaterThan(5);
});

/** Rejects once the condition holds. */
async function rejectWhen(check: () => boolean): Promise<never> {
  await vi.waitFor(() => expect(check()).toBe(true), { timeout: 60_000, interval: 20 });
  throw new Error('gone');
}
