import { beforeEach, describe, expect, test, vi } from 'vitest';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { exposureOf } from '../../../shared/games/lottery/exposure.ts';
import {
  LOTTERY_API,
  type LotteryDrawsAnswer,
  type LotteryDrawView,
  type LotteryTicketAnswer,
  type LotteryTicketRequest,
} from '../../../shared/games/lottery/protocol.ts';
import { maxPayout } from '../../../shared/games/lottery/settle.ts';
import type { OpenStake, StudioSession } from '../../../shared/games/protocol.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { openScene, START } from '../test-scene.ts';
import { eventually, gameOf, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import { orderIn, ticketOf } from './stored-order.ts';

const GAME = gameOf('sea4').gameId;
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);
/** Coins of a whole unit of a currency. */
const WHOLE = 100n;
const WIDE = 1_000_000_000n * WHOLE;

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(async () => {
  ({ world, clock } = scene);
  await world.db.deleteFrom('studio_exposure_limit').execute();
});

/** In whole units of a currency; what is not given is wide. */
async function limitTo(limits: { readonly number?: bigint; readonly playType?: bigint; readonly draw?: bigint }): Promise<void> {
  const text = (whole: bigint | undefined) => String(whole === undefined ? WIDE : whole * WHOLE);
  await world.db
    .insertInto('studio_exposure_limit')
    .values({ game_id: GAME, number: text(limits.number), play_type: text(limits.playType), draw: text(limits.draw) })
    .execute();
}

async function onSale(studio: Running): Promise<LotteryDrawView> {
  let draw: LotteryDrawView | undefined;
  await eventually(async () => {
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
    draw = body.open.find(({ closesAt }) => Date.parse(closesAt) > clock.now().getTime());
    expect(draw).toBeDefined();
  });
  return draw as LotteryDrawView;
}

type Placed = LotteryTicketAnswer & { readonly open?: readonly OpenStake[] };
function place(studio: Running, session: StudioSession, draw: LotteryDrawView, more: Partial<LotteryTicketRequest> = {}) {
  const usual: LotteryTicketRequest = { key: newKey(), drawId: draw.drawId, playType: 'last2', entry: '37', unit: '0.1', multiplier: 1 };
  return studio.call<Placed>(LOTTERY_API.ticket, { ...usual, ...more }, session.token);
}
const cancel = (studio: Running, session: StudioSession, ticketId: string) =>
  studio.call<LotteryTicketAnswer>(LOTTERY_API.cancel, { ticketId }, session.token);

/** Counters that are not zero, as "type/number" with stake and payout. */
async function counters(): Promise<Record<string, [stake: bigint, payout: bigint]>> {
  const rows = await world.db.selectFrom('studio_exposure').selectAll().execute();
  const sums: Record<string, [bigint, bigint]> = {};
  for (const { play_type, number, stake, payout } of rows) {
    const key = `${play_type}/${number}`;
    const [stakes, payouts] = sums[key] ?? [0n, 0n];
    sums[key] = [stakes + BigInt(stake), payouts + BigInt(payout)];
  }
  return Object.fromEntries(Object.entries(sums).filter(([, [stake, payout]]) => stake > 0n || payout > 0n));
}

/** The same from the stored tickets, by other code than that of the database. */
async function expectedCounters(): Promise<Record<string, [bigint, bigint]>> {
  const tickets: TicketRecord[] = await world.db.selectFrom('studio_ticket').selectAll().execute();
  const sums: Record<string, [bigint, bigint]> = {};
  const add = (key: string, stake: bigint, payout: bigint) => {
    const [stakes, payouts] = sums[key] ?? [0n, 0n];
    sums[key] = [stakes + stake, payouts + payout];
  };
  for (const record of tickets.filter(({ state, trial }) => !trial && ['placing', 'open'].includes(state))) {
    const order = orderIn(record);
    const coin = coinOf(record.currency);
    const ticket = ticketOf(order, record.currency);
    for (const bet of ticket.bets)
      add(`${order.playType}/${bet}`, ticket.stake / coin, exposureOf({ ...ticket, bets: [bet] }, 0n, coin).risks[0] ?? 0n);
    const stake = (ticket.stake / coin) * BigInt(ticket.bets.length);
    const most = (maxPayout(ticket, coin) + coin - 1n) / coin;
    for (const key of [`${order.playType}/`, '/']) add(key, stake, most);
  }
  return sums;
}

describe('the limit of a number', () => {
  test('refuses a stake above it and names what is still open, which is then taken', async () => {
    const studio = await start();
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    // 95 times the stake: at most 13.15… on a number.
    await limitTo({ number: 1_250n });
    expect((await place(studio, anna, draw, { multiplier: 6 })).status).toBe(200);
    const { status, body } = await place(studio, anna, draw, { entry: '12 37', multiplier: 130 });
    expect([status, body.error, body.open]).toEqual([409, 'number_full', [{ number: '37', stake: '12.5500' }]]);
    const balance = world.wallet.balances.get('anna');
    expect(balance).toBe(START - 6000n);
    expect((await place(studio, anna, draw, { unit: '0.01', multiplier: 1_256 })).body.open).toEqual([{ number: '37', stake: '12.5500' }]);
    expect((await place(studio, anna, draw, { unit: '0.01', multiplier: 1_255 })).status).toBe(200);
    expect((await place(studio, anna, draw, { unit: '0.01', multiplier: 1 })).body.open).toEqual([{ number: '37', stake: '0.0000' }]);
    expect((await place(studio, anna, draw, { entry: '38', multiplier: 130 })).status).toBe(200);
    expect(await counters()).toEqual(await expectedCounters());
  });

  test('is counted in the coins of each currency', async () => {
    const studio = await start();
    await limitTo({ number: 950n });
    const anna = await enter(studio, 'anna');
    const draw = await onSale(studio);
    expect((await place(studio, anna, draw, { multiplier: 50 })).status).toBe(200);
    world.wallet.currency = 'THB';
    world.wallet.balances.set('ben', 100_000_0000n);
    const ben = await studio.join('ben', GAME);
    const { body } = await place(studio, ben, draw, { multiplier: 51 });
    // A coin of the baht is 0.20: 500 of them.
    expect(body.open).toEqual([{ number: '37', stake: '100.0000' }]);
    expect((await place(studio, ben, draw, { multiplier: 50 })).status).toBe(200);
  });

  test('does not apply to play money, which does not count', async () => {
    const studio = await start();
    await limitTo({ number: 1n, playType: 1n, draw: 1n });
    world.wallet.balances.set('trial-1', START);
    const trial = await studio.join('trial-1', GAME);
    const draw = await onSale(studio);
    expect((await place(studio, trial, draw, { multiplier: 50 })).status).toBe(200);
    expect(await counters()).toEqual({});
  });
});

test.each([
  ['play type', { playType: 100n }, 'play_type_full'],
  ['draw', { draw: 100n }, 'draw_full'],
] as const)('the limit of a %s refuses a win above it and names the win that is still open', async (_of, limits, code) => {
  const studio = await start();
  const anna = await enter(studio, 'anna');
  const draw = await onSale(studio);
  await limitTo(limits);
  // Each ticket wins at most 9.50, more than a part of the limit, and ten of them fit.
  for (let nr = 0; nr < 10; nr++) expect((await place(studio, anna, draw, { entry: `${nr}0` })).status).toBe(200);
  const { body } = await place(studio, anna, draw, { entry: '99' });
  expect([body.error, body.open]).toEqual([code, [{ stake: '5.0000' }]]);
  expect((await place(studio, anna, draw, { entry: '99', unit: '0.01', multiplier: 5 })).status).toBe(200);
  const other = await place(studio, anna, draw, { entry: '99', playType: 'first2' });
  expect(other.status).toBe(code === 'draw_full' ? 409 : 200);
  expect(await counters()).toEqual(await expectedCounters());
});

test('a ticket that is refused, cancelled or refunded frees what it had taken', async () => {
  const studio = await start();
  const anna = await enter(studio, 'anna');
  const draw = await onSale(studio);
  await limitTo({ number: 95n, playType: 95n, draw: 95n });
  world.wallet.refusal = 'INSUFFICIENT_FUNDS';
  expect((await place(studio, anna, draw, { multiplier: 10 })).body.error).toBe('insufficient_funds');
  world.wallet.refusal = undefined;
  expect(await counters()).toEqual({});
  const { body } = await place(studio, anna, draw, { multiplier: 10 });
  expect((await place(studio, anna, draw)).body.error).toBe('number_full');
  expect((await cancel(studio, anna, body.ticket.ticketId)).status).toBe(200);
  expect(await counters()).toEqual({});
  world.wallet.fault = (operation) => (operation === 'bet' ? 'lost' : undefined);
  await place(studio, anna, draw, { multiplier: 10 });
  world.wallet.fault = () => undefined;
  await eventually(async () => {
    clock.advance(1_000);
    expect(await counters()).toEqual({});
  });
  expect((await place(studio, anna, draw, { multiplier: 10 })).status).toBe(200);
});

test.each([
  ['number', { number: 950n }, () => '37'],
  ['play type', { playType: 950n }, (nr: number) => String(nr % 100).padStart(2, '0')],
  ['draw', { draw: 950n }, (nr: number) => String(nr % 100).padStart(2, '0')],
] as const)(
  'of tickets from three processes at once exactly as many are taken as the limit of a %s allows',
  async (_of, limits, entryOf) => {
    const studios = await Promise.all([start(), start(), start()]);
    await limitTo(limits);
    const players = await Promise.all(studios.map((studio, nr) => enter(studio, `player-${nr}`)));
    const draw = await onSale(studios[0]);
    const attempts = Array.from({ length: 150 }, (_, nr) => {
      const [studio, player] = [studios[nr % 3] as Running, players[nr % 3] as StudioSession];
      return place(studio, player, draw, { entry: entryOf(nr) });
    });
    const answers = await Promise.all(attempts);
    // Each wins at most 9.50.
    expect(answers.filter(({ status }) => status === 200).length).toBe(100);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(new Set([409]));
    expect(await counters()).toEqual(await expectedCounters());
  },
);

test('any order of tickets and cancellations leaves the counters of the tickets that count', async () => {
  const studio = await start();
  const draw = await onSale(studio);
  await limitTo({ number: 400n, playType: 900n, draw: 1_500n });
  const players = await Promise.all(['anna', 'ben', 'eve'].map((name) => enter(studio, name)));
  const types = [
    ['last2', '12 37 99'],
    ['box', '1234 1123 0000'],
    ['totalSides', 'odd even'],
    ['roll', '*234'],
    ['digit1', '0 1 2'],
  ] as const;
  let seed = 7;
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const refusals = new Set<string>();
  for (let round = 0; round < 12; round++) {
    await Promise.all(
      players.map(async (player) => {
        const [playType, entry] = types[below(types.length)] ?? types[0];
        const { status, body } = await place(studio, player, draw, { playType, entry, unit: '0.01', multiplier: 1 + below(60) });
        if (body.error) refusals.add(body.error);
        if (status === 200 && below(3) === 0) await cancel(studio, player, body.ticket.ticketId);
      }),
    );
    expect(await counters()).toEqual(await expectedCounters());
  }
  expect([...refusals].filter((code) => !['number_full', 'play_type_full', 'draw_full'].includes(code))).toEqual([]);
  expect(refusals.size).toBeGreaterThan(0);
});
