import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DrawTerms, playDraw, seedOfLink } from '../../../shared/games/events/draw.ts';
import { seriesOf, VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { seedHash } from '../../../shared/games/fairness.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import {
  LOTTERY_API,
  type LotteryDrawsAnswer,
  type LotteryDrawView,
  type LotteryTicketAnswer,
  type LotteryTicketRequest,
  type LotteryTicketsAnswer,
} from '../../../shared/games/lottery/protocol.ts';
import { settleTicket } from '../../../shared/games/lottery/settle.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import type { StudioEvent } from '../events/event-store.ts';
import { findRevealed } from '../events/evidence.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { NOON, openScene, START } from '../test-scene.ts';
import { opened, TEST_SEEDS } from '../test-seeds.ts';
import { type Answer, eventually, gameOf, newKey, type Running, type StudioWorld, untilAnswered } from '../test-studio.ts';
import { orderIn, ticketOf } from './stored-order.ts';

const GAME = gameOf('sea4');
const KINDS = ['north', 'south', 'sea4', 'sea3', 'sea2', 'eleven', 'race', 'balls', 'fast3', 'five1'] as const;
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => KINDS.some((variant) => gameOf(variant).gameId === gameId));

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME.gameId, { series: SERIES });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const tickets = (): Promise<TicketRecord[]> => world.db.selectFrom('studio_ticket').selectAll().orderBy('id').execute();
const event = (id: string): Promise<StudioEvent> =>
  world.db.selectFrom('studio_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function draws(studio: Running, gameId = GAME.gameId): Promise<LotteryDrawsAnswer> {
  let answer: LotteryDrawsAnswer | undefined;
  await eventually(async () => {
    answer = (await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${gameId}`)).body;
    expect(answer.open.filter((one) => Date.parse(one.closesAt) > clock.now().getTime()).length).toBeGreaterThanOrEqual(1);
  });
  if (!answer) throw new Error('no draws');
  return answer;
}
async function onSale(studio: Running, gameId = GAME.gameId): Promise<LotteryDrawView> {
  const now = clock.now().getTime();
  const draw = (await draws(studio, gameId)).open.find((one) => Date.parse(one.closesAt) > now);
  if (!draw) throw new Error('no draw is on sale');
  return draw;
}
const order = (draw: LotteryDrawView, more: Partial<LotteryTicketRequest> = {}): LotteryTicketRequest => ({
  key: newKey(),
  drawId: draw.drawId,
  playType: 'straight',
  entry: '1234 5678',
  unit: '1',
  multiplier: 1,
  ...more,
});
const place = (studio: Running, session: StudioSession, request: unknown): Promise<Answer<LotteryTicketAnswer>> =>
  studio.call(LOTTERY_API.ticket, request, session.token);
const cancel = (studio: Running, session: StudioSession, ticketId: string): Promise<Answer<LotteryTicketAnswer>> =>
  studio.call(LOTTERY_API.cancel, { ticketId }, session.token);

/** Moves the clock past the draw and waits until every ticket has its end. */
async function pass(draw: Pick<LotteryDrawView, 'drawId' | 'drawsAt'>): Promise<void> {
  clock.advance(Math.max(0, Date.parse(draw.drawsAt) - clock.now().getTime() + 1));
  await eventually(async () => expect((await event(draw.drawId)).state).not.toBe('open'));
  await atRest();
}
async function atRest(): Promise<void> {
  await eventually(async () => {
    world.wallet.releaseLate();
    clock.advance(1_000);
    expect((await tickets()).filter(({ state }) => ['placing', 'owed', 'voided'].includes(state))).toEqual([]);
  });
}
const balance = (player: string) => world.wallet.balances.get(player) ?? 0n;

/** What the tickets of a player should have cost and paid, by their stored orders and the published numbers. */
async function expectedBalance(player: string): Promise<bigint> {
  let expected = START;
  for (const ticket of (await tickets()).filter((one) => one.player === player && one.state === 'settled')) {
    const { outcome } = await event(ticket.event_id ?? '');
    const { paid } = settleTicket(ticketOf(orderIn(ticket), ticket.currency), JSON.parse(outcome ?? '[]'), coinOf(ticket.currency));
    expected += paid - BigInt(ticket.stake);
  }
  return expected;
}

describe('a ticket', () => {
  test('is debited when it is placed, and settled with the numbers of its draw', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    const { status, body } = await place(studio, anna, order(draw, { playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9', multiplier: 2 }));
    expect([status, body.ticket]).toMatchObject([200, { status: 'open', count: 10, cost: '20.0000', most: '19.0000', payout: '0.0000' }]);
    expect(balance('anna')).toBe(START - 20_0000n);
    expect(body.balance).toBe('980.0000');
    const lost = await place(studio, anna, order(draw));
    expect(lost.body.ticket.status).toBe('open');
    await pass(draw);
    const { body: after } = await studio.call<LotteryTicketsAnswer>(LOTTERY_API.tickets, undefined, anna.token);
    const won = after.tickets.find(({ playType }) => playType === 'digit1');
    expect(won).toMatchObject({ status: 'won', payout: '19.0000', hits: [{ times: 1, odds: '9.50' }] });
    expect(won?.draw.numbers?.[0]?.[0]).toBe(won?.hits[0]?.bet);
    expect(won?.draw.numbers?.length).toBe(23);
    expect(balance('anna')).toBe(await expectedBalance('anna'));
    const whole = await studio.call<LotteryTicketAnswer>(`${LOTTERY_API.ticket}?ticketId=${won?.ticketId}`, undefined, anna.token);
    expect(whole.body.ticket).toMatchObject({ status: 'won', bets: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] });
  });

  test.each(KINDS)('of every play type of %s is settled as its rule says', async (variant) => {
    const studio = await start();
    const game = gameOf(variant);
    const player = `of-${variant}`;
    world.wallet.balances.set(player, START);
    const session = await studio.join(player, game.gameId);
    const draw = await onSale(studio, game.gameId);
    for (const { id, example } of playTypesOf(game)) {
      const { status, body } = await place(studio, session, order(draw, { playType: id, entry: example, unit: '0.1' }));
      expect([id, status, body.error]).toEqual([id, 200, undefined]);
    }
    await pass(draw);
    expect((await tickets()).every(({ state }) => state === 'settled')).toBe(true);
    expect((await tickets()).length).toBe(playTypesOf(game).length);
    expect(balance(player)).toBe(await expectedBalance(player));
  });

  test('is refused when it is malformed, too small or too large, or on no draw of the game', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    const other = await onSale(studio, gameOf('sea3').gameId);
    const refusal = async (more: object) => (await place(studio, anna, { ...order(draw), ...more })).body.error;
    expect(await refusal({ entry: '1234 12' })).toBe('bet_invalid');
    expect(await refusal({ entry: '   ' })).toBe('bet_invalid');
    expect(await refusal({ playType: 'xien2' })).toBe('bet_invalid');
    expect(await refusal({ multiplier: 0 })).toBe('stake_out_of_range');
    expect(await refusal({ multiplier: 1.5 })).toBe('stake_out_of_range');
    expect(await refusal({ multiplier: 11 })).toBe('stake_out_of_range');
    expect(await refusal({ unit: '2' })).toBe('bad_request');
    expect(await refusal({ drawId: other.drawId })).toBe('bet_invalid');
    expect(await refusal({ drawId: 'TCG_SEA_SEA_FOUR-000000000000' })).toBe('bet_invalid');
    const every = Array.from({ length: 4 }, () => '0123456789').join('/');
    expect(await refusal({ entry: every, unit: '1' })).toBe('stake_out_of_range');
    expect((await place(studio, anna, order(draw, { entry: every, unit: '0.01' }))).body.ticket).toMatchObject({
      count: 10_000,
      cost: '100.0000',
    });
    expect((await tickets()).length).toBe(1);
  });

  test('is one for one key, also after the close, and another order with the key is refused', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    const request = order(draw);
    const answers = await Promise.all([1, 2, 3].map(() => untilAnswered(() => place(studio, anna, request))));
    clock.advance(Date.parse(draw.closesAt) - clock.now().getTime());
    const late = await place(studio, anna, request);
    expect(new Set([...answers, late].map(({ body }) => body.ticket.ticketId)).size).toBe(1);
    expect((await place(studio, anna, { ...request, entry: '0000' })).body.error).toBe('bad_request');
    expect((await place(studio, anna, order(draw))).body.error).toBe('bets_closed');
    expect(balance('anna')).toBe(START - 2_0000n);
  });

  test('is closed by the time of the database, also where the clock of the process differs', async () => {
    let time = clock.now();
    const studio = await start({ databaseTime: () => sql<Date>`${time}::timestamptz` });
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    const closes = Date.parse(draw.closesAt);
    time = new Date(closes - 1);
    const { body } = await place(studio, anna, order(draw));
    expect(body.ticket.status).toBe('open');
    time = new Date(closes);
    expect((await place(studio, anna, order(draw))).body.error).toBe('bets_closed');
    expect((await cancel(studio, anna, body.ticket.ticketId)).body.error).toBe('bets_closed');
    time = new Date(closes - 1);
    expect((await cancel(studio, anna, body.ticket.ticketId)).body.ticket.status).toBe('cancelled');
  });

  test('keeps the odds at which it was placed', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    const { body } = await place(studio, anna, order(draw, { playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9' }));
    const [ticket] = await tickets();
    const chips = { ...orderIn(ticket as TicketRecord), odds: { all: { hit: '777' } } };
    await world.db
      .updateTable('studio_ticket')
      .set({ chips: JSON.stringify(chips) })
      .where('id', '=', body.ticket.ticketId)
      .execute();
    await pass(draw);
    expect((await tickets())[0]).toMatchObject({ state: 'settled', payout: '77700' });
  });
});

describe('a cancelled ticket', () => {
  test('is refunded once, and not settled', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    const { body } = await place(studio, anna, order(draw, { playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9' }));
    const both = await Promise.all([1, 2].map(() => cancel(studio, anna, body.ticket.ticketId)));
    expect(both.map((one) => one.body.ticket?.status)).toEqual(['cancelled', 'cancelled']);
    await atRest();
    expect(balance('anna')).toBe(START);
    await pass(draw);
    expect(balance('anna')).toBe(START);
    const { body: after } = await studio.call<LotteryTicketsAnswer>(LOTTERY_API.tickets, undefined, anna.token);
    expect(after.tickets).toMatchObject([{ status: 'cancelled', payout: '10.0000', hits: [] }]);
  });

  test('is the own one of the player only', async () => {
    const studio = await start();
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const draw = await onSale(studio);
    const { body } = await place(studio, anna, order(draw));
    expect((await cancel(studio, ben, body.ticket.ticketId)).body.error).toBe('bad_request');
    expect((await tickets())[0]?.state).toBe('open');
  });

  test.each(['lost', 'unanswered', 'broken'] as const)('is refunded once when the wallet fails: %s', async (kind) => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    const { body } = await place(studio, anna, order(draw));
    let faults = 3;
    world.wallet.fault = (operation) => (operation === 'rollback' && faults-- > 0 ? kind : undefined);
    await cancel(studio, anna, body.ticket.ticketId);
    await atRest();
    expect([balance('anna'), (await tickets())[0]?.state]).toEqual([START, 'refunded']);
  });
});

describe('a draw', () => {
  const SEED = '5a'.repeat(32);

  /** The numbers of one draw with these bets. `readsBets`: a planted fault, a seed that depends on them. */
  async function numbersWith(playType: string, entries: readonly string[], readsBets = false): Promise<string> {
    await reset();
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    for (const entry of entries) expect((await place(studio, anna, order(draw, { playType, entry, unit: '0.01' }))).status).toBe(200);
    const chips = (await tickets()).map((ticket) => orderIn(ticket).bets).sort();
    const seed = readsBets ? hash('sha256', chips.join()) : SEED;
    await world.db
      .updateTable('studio_event')
      .set({ server_seed: TEST_SEEDS.seal('event', seed) })
      .where('id', '=', draw.drawId)
      .execute();
    await pass(draw);
    const { outcome, terms, id } = await event(draw.drawId);
    expect(JSON.parse(outcome ?? '')).toEqual(playDraw(JSON.parse(terms) as DrawTerms, seed, id));
    await studio.close();
    return outcome ?? '';
  }

  async function differentNumbers(readsBets: boolean): Promise<number> {
    const without = await numbersWith('straight', [], readsBets);
    const winning = await numbersWith('straight', ['0000', (JSON.parse(without) as string[])[0] ?? ''], readsBets);
    const many = await numbersWith('digit1', ['0 1 2 3 4 5 6 7 8 9', '0', '0', '0'], readsBets);
    return new Set([without, winning, many]).size;
  }

  test('has the same numbers with any bets; the check finds a draw that reads them', async () => {
    expect(await differentNumbers(false)).toBe(1);
    expect(await differentNumbers(true)).toBeGreaterThan(1);
  });

  async function reset(): Promise<void> {
    await world.clear();
    world.wallet.forget();
    // The same draw takes place again.
    clock.advance(NOON - clock.now().getTime());
  }

  async function linkOf(id: string): Promise<string | undefined> {
    const evidence = (await findRevealed(world.db, TEST_SEEDS, id))?.evidence;
    return evidence?.kind === 'draw' ? evidence.chain?.link : undefined;
  }

  test('is committed by the draw before it: each link of the chain is the hash of the next one', async () => {
    await start({ series: SERIES.filter(({ gameId }) => gameId === gameOf('five1').gameId) });
    await eventually(async () =>
      expect((await world.db.selectFrom('studio_event').selectAll().execute()).length).toBeGreaterThanOrEqual(2),
    );
    for (let minute = 0; minute < 4; minute++) {
      clock.advance(60_000);
      await eventually(async () => {
        const due = (await world.db.selectFrom('studio_event').selectAll().execute()).filter(
          (one) => one.state === 'open' && one.draws_at <= clock.now(),
        );
        expect(due).toEqual([]);
      });
    }
    await eventually(async () => {
      const open = (await world.db.selectFrom('studio_event').selectAll().execute()).filter(({ state }) => state === 'open');
      expect(open.length).toBeGreaterThanOrEqual(2);
    });
    const events = (await world.db.selectFrom('studio_event').selectAll().orderBy('place').execute()).map(opened);
    // The hash of a seed is published before the draw before it: neither gives the seed of that draw away.
    for (const [index, one] of events.slice(1).entries()) expect(one.seed_hash).not.toBe(events[index]?.server_seed);
    for (const one of events) expect(seedHash(one.server_seed)).toBe(one.seed_hash);
    const drawn = events.filter(({ state }) => state === 'drawn');
    const revealed = await findRevealed(world.db, TEST_SEEDS, drawn[1]?.id ?? '');
    const links = await Promise.all(drawn.map(({ id }) => linkOf(id)));
    expect(links.map((link) => seedOfLink(link ?? ''))).toEqual(drawn.map(({ server_seed }) => server_seed));
    for (const [index, link] of links.slice(1).entries()) expect(seedHash(link ?? '')).toBe(links[index]);
    expect(revealed?.evidence).toMatchObject({ kind: 'draw', chain: { link: links[1], previous: links[0] } });
    const open = events.find(({ state }) => state === 'open');
    expect((await findRevealed(world.db, TEST_SEEDS, open?.id ?? ''))?.evidence).toBeUndefined();
  });

  test('that is not drawn in time is void, and its tickets are refunded', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    await place(studio, anna, order(draw));
    await studio.kill();
    clock.advance(Date.parse(draw.drawsAt) - clock.now().getTime() + (VOID_AFTER_SECONDS + 1) * 1_000);
    await start();
    await eventually(async () => expect((await event(draw.drawId)).state).toBe('void'));
    await atRest();
    expect([balance('anna'), (await tickets())[0]]).toMatchObject([START, { state: 'refunded', refusal: null }]);
  });

  test('that is due after an outage is settled once, after the draws before it', async () => {
    const studio = await start({ series: SERIES.filter(({ gameId }) => gameId === gameOf('five1').gameId) });
    const game = gameOf('five1').gameId;
    world.wallet.balances.set('anna', START);
    const anna = await studio.join('anna', game);
    await eventually(async () => expect((await draws(studio, game)).open.length).toBeGreaterThanOrEqual(2));
    const [first, second] = (await draws(studio, game)).open as [LotteryDrawView, LotteryDrawView];
    expect((await place(studio, anna, order(first, { playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9', unit: '0.1' }))).status).toBe(200);
    clock.advance(60_000);
    await eventually(async () => expect((await event(first.drawId)).state).toBe('drawn'));
    expect((await place(studio, anna, order(second, { playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9', unit: '0.1' }))).status).toBe(200);
    await studio.kill();
    clock.advance(120_000);
    await Promise.all([start({ series: SERIES }), start({ series: SERIES })]);
    await pass(second);
    await atRest();
    const settled = await tickets();
    expect(settled.map(({ state }) => state)).toEqual(['settled', 'settled']);
    expect(balance('anna')).toBe(await expectedBalance('anna'));
    expect([...world.wallet.instructions.values()].filter(({ kind }) => kind === 'win').length).toBe(2);
  });
});

test.each(['lost', 'unanswered', 'broken', 'garbled'] as const)(
  'when wallet calls are %s, each ticket counts once or is refunded',
  async (kind) => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    let calls = 0;
    world.wallet.fault = (operation) => (['bet', 'win', 'status', 'rollback'].includes(operation) && calls++ % 2 === 0 ? kind : undefined);
    for (let nr = 0; nr < 6; nr++)
      await place(studio, anna, order(draw, { playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9', unit: '0.1' }));
    await atRest();
    await pass(draw);
    expect((await tickets()).every(({ state }) => state === 'settled' || state === 'refunded')).toBe(true);
    expect(balance('anna')).toBe(await expectedBalance('anna'));
  },
);

test('a ticket that is owed again is not paid twice', async () => {
  const studio = await start();
  const anna = await enter(studio, 'anna');
  const draw = await onSale(studio);
  await place(studio, anna, order(draw, { playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9' }));
  await pass(draw);
  const paid = balance('anna');
  await world.db.updateTable('studio_ticket').set({ state: 'owed', next_try_at: clock.now() }).execute();
  await atRest();
  expect(balance('anna')).toBe(paid);
  expect(parseWireAmount('9.5000')).toBe(paid - START + 10_0000n);
});
