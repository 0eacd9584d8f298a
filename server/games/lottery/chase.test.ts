import { beforeEach, describe, expect, test, vi } from 'vitest';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { MAX_CHASES } from '../../../shared/games/lottery/chase.ts';
import {
  type ChaseRequest,
  LOTTERY_API,
  type LotteryChase,
  type LotteryDrawsAnswer,
  type LotteryTicketAnswer,
  type LotteryTicketsAnswer,
  type StopChaseAnswer,
} from '../../../shared/games/lottery/protocol.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { openScene, START } from '../test-scene.ts';
import { type Answer, eventually, gameOf, newKey, type Running, type StudioWorld, untilAnswered } from '../test-studio.ts';

const GAME = gameOf('five1').gameId;
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);
const EVERY_MS = 60_000;
/** Wins at every draw: 9.80 for 10.00. */
const ALL_DIGITS = '0 1 2 3 4 5 6 7 8 9';
const WIN = 9_8000n;

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const tickets = (): Promise<TicketRecord[]> =>
  world.db.selectFrom('studio_ticket').selectAll().orderBy('chase_id').orderBy('chase_nr').execute();
const balance = (player: string) => world.wallet.balances.get(player) ?? 0n;
const counted = async () => (await tickets()).filter(({ state }) => state !== 'refused' && state !== 'refunded');

async function order(studio: Running, more: Partial<ChaseRequest> = {}): Promise<ChaseRequest> {
  const drawId = await eventually(async () => {
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
    const draw = body.open.find(({ opensAt, closesAt }) => Date.parse(opensAt) <= +clock.now() && +clock.now() < Date.parse(closesAt));
    if (!draw) throw new Error('no draw is on sale');
    return draw.drawId;
  });
  const choices = { playType: 'digit1', entry: ALL_DIGITS, unit: '1', multiplier: 1 } as const;
  return { key: newKey(), drawId, ...choices, draws: 3, step: 0, stopOnWin: false, ...more };
}
const chase = (studio: Running, { token }: StudioSession, request: unknown): Promise<Answer<LotteryTicketAnswer>> =>
  studio.call(LOTTERY_API.chase, request, token);
const stop = (studio: Running, { token }: StudioSession, chaseId: string): Promise<Answer<StopChaseAnswer>> =>
  studio.call(LOTTERY_API.stopChase, { chaseId }, token);
async function chasesOf(studio: Running, { token }: StudioSession): Promise<readonly LotteryChase[]> {
  return (await studio.call<LotteryTicketsAnswer>(LOTTERY_API.tickets, undefined, token)).body.chases;
}

/** Moves the clock to the next draw and waits until tickets of earlier draws have their end, and running chases a ticket on the draw on sale. */
async function nextDraw(): Promise<void> {
  clock.advance(EVERY_MS);
  await settled();
}
async function settled(): Promise<void> {
  await eventually(async () => {
    world.wallet.releaseLate();
    const now = clock.now();
    const due = await world.db.selectFrom('studio_event').select('id').where('state', '=', 'open').where('draws_at', '<=', now).execute();
    const running = await world.db.selectFrom('studio_chase').selectAll().where('state', '=', 'running').execute();
    const { place } = await world.db
      .selectFrom('studio_event')
      .select('place')
      .where('closes_at', '>', now)
      .where('opens_at', '<=', now)
      .executeTakeFirstOrThrow();
    const behind = running.filter((one) => one.next_place <= place || one.first_place + one.draws <= place);
    // Read after the chases: what they have placed must be settled too.
    const open = (await tickets()).filter(({ state }) => ['placing', 'owed', 'voided'].includes(state));
    if (due.length + open.length + behind.length > 0) clock.advance(20);
    expect([due, behind, open]).toEqual([[], [], []]);
  });
}

describe('a chase', () => {
  test('places and debits one ticket when each draw opens, with the step of its multiplier', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const { status, body } = await chase(studio, anna, await order(studio, { step: 2 }));
    expect([status, body.ticket]).toMatchObject([200, { status: 'open', cost: '10.0000', chase: { nr: 1 } }]);
    expect(balance('anna')).toBe(START - 10_0000n);
    expect(await chasesOf(studio, anna)).toMatchObject([{ placed: 1, draws: 3, end: null, staked: '10.0000' }]);
    await nextDraw();
    expect(balance('anna')).toBe(START - 10_0000n + WIN - 30_0000n);
    await nextDraw();
    await nextDraw();
    await nextDraw();
    expect((await tickets()).map(({ stake, state, chase_nr }) => [chase_nr, stake, state])).toEqual([
      [0, '100000', 'settled'],
      [1, '300000', 'settled'],
      [2, '500000', 'settled'],
    ]);
    expect(balance('anna')).toBe(START - 90_0000n + 9n * WIN);
    expect(await chasesOf(studio, anna)).toMatchObject([{ placed: 3, end: 'done', staked: '90.0000', paid: '88.2000' }]);
  });

  test('stops with the first win if that was ordered', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    await chase(studio, anna, await order(studio, { stopOnWin: true }));
    await nextDraw();
    await nextDraw();
    expect(await chasesOf(studio, anna)).toMatchObject([{ placed: 1, end: 'won', paid: '9.8000' }]);
    expect(balance('anna')).toBe(START - 10_0000n + WIN);
  });

  test('continues after a lost draw, also if it stops on a win', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    await chase(studio, anna, await order(studio, { stopOnWin: true, playType: 'straight', entry: '00000' }));
    for (let draw = 0; draw < 4; draw++) await nextDraw();
    expect(await chasesOf(studio, anna)).toMatchObject([{ placed: 3, end: 'done', staked: '3.0000' }]);
  });

  test('is one for one key, and another order with the key is refused', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const request = await order(studio);
    const answers = await Promise.all([1, 2, 3].map(() => untilAnswered(() => chase(studio, anna, request))));
    expect(new Set(answers.map(({ body }) => body.ticket.ticketId)).size).toBe(1);
    expect((await chase(studio, anna, { ...request, multiplier: 2 })).body.error).toBe('bad_request');
    expect((await chasesOf(studio, anna)).length).toBe(1);
    expect(balance('anna')).toBe(START - 10_0000n);
  });

  test('that cannot be played to its end is refused, and nothing is stored', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const request = await order(studio);
    const refusal = async (more: object) => (await chase(studio, anna, { ...request, ...more })).body.error;
    expect(await refusal({ draws: 1 })).toBe('bad_request');
    expect(await refusal({ draws: 51 })).toBe('bad_request');
    expect(await refusal({ step: -1 })).toBe('bad_request');
    expect(await refusal({ entry: '12' })).toBe('bet_invalid');
    expect(await refusal({ draws: 50, step: 100 })).toBe('stake_out_of_range');
    expect(await refusal({ drawId: `${GAME}-000000000000` })).toBe('bet_invalid');
    world.wallet.refusals.set('anna', 'INSUFFICIENT_FUNDS');
    expect(await refusal({})).toBe('insufficient_funds');
    clock.advance(EVERY_MS);
    expect(await refusal({ key: newKey() })).toBe('bets_closed');
    expect(await chasesOf(studio, anna)).toEqual([]);
    expect((await tickets()).every(({ state }) => state === 'refused')).toBe(true);
  });

  test('of a player is one of ten at most in a game, also when they are started together', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const request = await order(studio, { unit: '0.01' });
    const answers = await Promise.all(Array.from({ length: MAX_CHASES + 4 }, () => chase(studio, anna, { ...request, key: newKey() })));
    expect(answers.filter(({ status }) => status === 200).length).toBe(MAX_CHASES);
    expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set([undefined, 'too_many_chases']));
    expect((await tickets()).length).toBe(MAX_CHASES);
  });

  test('does not stake later than its last draw: draws without sale are left out', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    await chase(studio, anna, await order(studio));
    await studio.kill();
    clock.advance(2 * EVERY_MS);
    const later = await start();
    await settled();
    expect((await tickets()).map(({ chase_nr }) => chase_nr)).toEqual([0, 2]);
    await nextDraw();
    expect(await chasesOf(later, anna)).toMatchObject([{ placed: 2, end: 'done' }]);
  });
});

describe('the rest of a chase', () => {
  test('is cancelled by its player only, once, and the placed ticket stays', async () => {
    const studio = await start();
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const { body } = await chase(studio, anna, await order(studio));
    const id = body.ticket.chase?.chaseId ?? '';
    expect((await stop(studio, ben, id)).body.error).toBe('bad_request');
    const both = await Promise.all([1, 2].map(() => stop(studio, anna, id)));
    expect(both.map((one) => one.body.chase.end)).toEqual(['cancelled', 'cancelled']);
    await nextDraw();
    await nextDraw();
    expect((await tickets()).map(({ state }) => state)).toEqual(['settled']);
    expect(balance('anna')).toBe(START - 10_0000n + WIN);
  });

  test.each([
    ['LIMIT_REACHED', 'limit_reached'],
    ['PLAYER_BLOCKED', 'player_blocked'],
    ['INSUFFICIENT_FUNDS', 'insufficient_funds'],
    ['TOKEN_EXPIRED', 'session_expired'],
    ['GAME_DISABLED', 'game_disabled'],
  ] as const)('is not placed after the wallet has refused a ticket: %s', async (status, end) => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    await chase(studio, anna, await order(studio));
    world.wallet.refusals.set('anna', status);
    await nextDraw();
    world.wallet.refusals.clear();
    await nextDraw();
    await nextDraw();
    expect(await chasesOf(studio, anna)).toMatchObject([{ placed: 1, end }]);
    expect(balance('anna')).toBe(START - 10_0000n + WIN);
  });

  test('is not placed without a session of the player in the game', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    await chase(studio, anna, await order(studio));
    await world.db.updateTable('studio_session').set({ expires_at: clock.now() }).execute();
    await nextDraw();
    const again = await enter(studio, 'anna');
    expect(await chasesOf(studio, again)).toMatchObject([{ placed: 1, end: 'session_expired' }]);
    expect((await counted()).length).toBe(1);
  });

  test('continues with a newer session of the player', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    await chase(studio, anna, await order(studio));
    await world.db.updateTable('studio_session').set({ expires_at: clock.now() }).execute();
    const again = await enter(studio, 'anna');
    await nextDraw();
    expect(await chasesOf(studio, again)).toMatchObject([{ placed: 2, end: null }]);
  });

  test('continues after a ticket that the player has cancelled', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const { body } = await chase(studio, anna, await order(studio));
    await studio.call(LOTTERY_API.cancel, { ticketId: body.ticket.ticketId }, anna.token);
    await nextDraw();
    expect((await tickets()).map(({ state }) => state)).toEqual(['refunded', 'open']);
  });
});

describe('on several nodes', () => {
  test('each draw of each chase gets one ticket, and a cancellation is kept', async () => {
    const studios = await Promise.all([start(), start(), start()]);
    const studio = studios[0] as Running;
    const players = await Promise.all(Array.from({ length: 6 }, (_, nr) => enter(studio, `player-${nr}`)));
    const request = await order(studio, { draws: 4 });
    const ids: string[] = [];
    for (const player of players) ids.push((await chase(studio, player, { ...request, key: newKey() })).body.ticket.chase?.chaseId ?? '');
    for (let draw = 0; draw < 5; draw++) {
      if (draw === 1) {
        // The cancellations arrive while the tickets of the next draw are placed.
        clock.advance(EVERY_MS);
        await Promise.all([0, 1].map((nr) => stop(studios[nr + 1] as Running, players[nr] as StudioSession, ids[nr] ?? '')));
        await settled();
      } else await nextDraw();
    }
    const placed = await counted();
    expect(new Set(placed.map(({ chase_id, chase_nr }) => `${chase_id}/${chase_nr}`)).size).toBe(placed.length);
    for (const [nr, id] of ids.entries()) {
      const count = placed.filter(({ chase_id }) => chase_id === id).length;
      expect(nr < 2 ? [2, 3].includes(count) : count === 4).toBe(true);
      expect(balance(`player-${nr}`)).toBe(START - BigInt(count) * (10_0000n - WIN));
    }
    expect([...world.wallet.instructions.values()].filter(({ kind }) => kind === 'bet').length).toBe(placed.length);
  });

  test.each([1, 2, 3, 5, 8, 13, 21])('a node that is killed at its step %i loses and doubles nothing', async (steps) => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    await chase(studio, anna, await order(studio, { draws: 3 }));
    await studio.close();
    let left = Number.POSITIVE_INFINITY;
    const doomed: Running = await start({
      onStep() {
        left -= 1;
        if (left === 0) void doomed.kill();
      },
    });
    clock.advance(EVERY_MS);
    left = steps;
    await eventually(() => expect(left).toBeLessThanOrEqual(0));
    await doomed.kill();
    const survivor = await start();
    await settled();
    await nextDraw();
    await nextDraw();
    expect(await chasesOf(survivor, anna)).toMatchObject([{ end: 'done' }]);
    const all = await tickets();
    expect(all.map(({ chase_nr }) => chase_nr)).toEqual([0, 1, 2]);
    const paid = all.filter(({ state }) => state === 'settled').length;
    expect(all.every(({ state }) => state === 'settled' || state === 'refunded')).toBe(true);
    expect(balance('anna')).toBe(START - BigInt(paid) * (10_0000n - WIN));
  });

  test.each(['lost', 'unanswered', 'broken', 'garbled'] as const)(
    'when wallet calls are %s, each ticket counts once or is refunded',
    async (kind) => {
      const studio = await start();
      const anna = await enter(studio, 'anna');
      let calls = 0;
      await chase(studio, anna, await order(studio, { draws: 4 }));
      world.wallet.fault = (operation) =>
        ['bet', 'win', 'status', 'rollback'].includes(operation) && calls++ % 2 === 0 ? kind : undefined;
      for (let draw = 0; draw < 5; draw++) await nextDraw();
      const all = await tickets();
      expect(all.map(({ chase_nr }) => chase_nr)).toEqual([0, 1, 2, 3]);
      const paid = all.filter(({ state }) => state === 'settled').length;
      expect(all.every(({ state }) => state === 'settled' || state === 'refunded')).toBe(true);
      expect(balance('anna')).toBe(START - BigInt(paid) * (10_0000n - WIN));
    },
  );
});
