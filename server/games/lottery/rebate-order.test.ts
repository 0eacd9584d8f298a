import { beforeEach, describe, expect, test, vi } from 'vitest';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import {
  LOTTERY_API,
  type LotteryDrawsAnswer,
  type LotteryDrawView,
  type LotteryTicketAnswer,
  type LotteryTicketRequest,
} from '../../../shared/games/lottery/protocol.ts';
import { settleTicket } from '../../../shared/games/lottery/settle.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { openScene, START } from '../test-scene.ts';
import { eventually, gameOf, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import { orderIn, ticketOf } from './stored-order.ts';

const GAME = gameOf('five3');
const FOUR = gameOf('sea4');
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME.gameId || gameId === FOUR.gameId);

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME.gameId, { series: SERIES });
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const tickets = () => world.db.selectFrom('studio_ticket').selectAll().orderBy('id').execute();
const balance = (player: string) => world.wallet.balances.get(player) ?? 0n;
const order = (draw: LotteryDrawView, more: Partial<LotteryTicketRequest> = {}): LotteryTicketRequest => ({
  key: newKey(),
  drawId: draw.drawId,
  playType: 'digit1',
  entry: '0 1 2 3 4 5 6 7 8 9',
  unit: '1',
  multiplier: 1,
  ...more,
});

async function onSale(studio: Running, gameId = GAME.gameId): Promise<LotteryDrawView> {
  let found: LotteryDrawView | undefined;
  await eventually(async () => {
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${gameId}`);
    found = body.open.find((one) => Date.parse(one.closesAt) > clock.now().getTime());
    expect(found).toBeDefined();
  });
  if (!found) throw new Error('no draw is on sale');
  return found;
}

async function settled(): Promise<void> {
  await eventually(async () => {
    clock.advance(1_000);
    expect((await tickets()).filter(({ state }) => !['settled', 'refunded', 'refused'].includes(state))).toEqual([]);
  });
}

describe('a ticket with a rebate', () => {
  test('is debited without it, keeps it, and pays its lower odds', async () => {
    const studio = await scene.start();
    const anna = await scene.enter(studio, 'anna');
    const draw = await onSale(studio);
    const { body } = await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, order(draw, { rebate: 25 }), anna.token);
    // 9.80 at a return of 98 %; 2.5 % of ten stakes are a quarter.
    expect(body.ticket).toMatchObject({ cost: '9.7500', rebate: { tenths: 25, amount: '0.2500' }, most: '9.5500', status: 'open' });
    expect(balance('anna')).toBe(START - 9_7500n);
    clock.advance(Date.parse(draw.drawsAt) - clock.now().getTime() + 1);
    await settled();
    const answer = await studio.call<LotteryTicketAnswer>(`${LOTTERY_API.ticket}?ticketId=${body.ticket.ticketId}`, undefined, anna.token);
    expect(answer.body.ticket).toMatchObject({ status: 'won', payout: '9.5500', hits: [{ odds: '9.55' }], rebate: { tenths: 25 } });
    expect(balance('anna')).toBe(START - 9_7500n + 9_5500n);
  });

  test('is returned as it was debited when it is cancelled', async () => {
    const studio = await scene.start();
    const anna = await scene.enter(studio, 'anna');
    const draw = await onSale(studio);
    const { body } = await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, order(draw, { rebate: 50, multiplier: 3 }), anna.token);
    expect(balance('anna')).toBe(START - 28_5000n);
    const cancelled = await studio.call<LotteryTicketAnswer>(LOTTERY_API.cancel, { ticketId: body.ticket.ticketId }, anna.token);
    expect(cancelled.body.ticket).toMatchObject({ status: 'cancelled', payout: '28.5000' });
    await settled();
    expect(balance('anna')).toBe(START);
  });

  test('of any step is settled once, with what its stored odds say', async () => {
    const studio = await scene.start();
    const anna = await scene.enter(studio, 'anna');
    const draw = await onSale(studio);
    const types = ['straight', 'last2', 'anywhere', 'total', 'totalSides', 'sides2'];
    for (const [index, playType] of types.entries()) {
      const entry = { straight: '40729', last2: '01/23', anywhere: '4 5', total: '20 21', totalSides: 'odd big', sides2: 'small' }[
        playType
      ];
      const { body } = await studio.call<LotteryTicketAnswer>(
        LOTTERY_API.ticket,
        order(draw, { playType, entry: entry ?? '', unit: '0.1', multiplier: 7, rebate: index * 10 }),
        anna.token,
      );
      expect([playType, body.error]).toEqual([playType, undefined]);
    }
    clock.advance(Date.parse(draw.drawsAt) - clock.now().getTime() + 1);
    await settled();
    const { outcome } = await world.db.selectFrom('studio_event').selectAll().where('id', '=', draw.drawId).executeTakeFirstOrThrow();
    const expected = (await tickets()).reduce((sum, ticket) => {
      const { paid } = settleTicket(ticketOf(orderIn(ticket), ticket.currency), JSON.parse(outcome ?? '[]'), coinOf(ticket.currency));
      return sum + paid - BigInt(ticket.stake);
    }, START);
    expect(balance('anna')).toBe(expected);
  });

  test('outside of the steps, or in a game without rebates, is refused and changes nothing', async () => {
    const studio = await scene.start();
    const anna = await scene.enter(studio, 'anna');
    const draw = await onSale(studio);
    for (const rebate of [-5, 1, 55, 1000, 2.5])
      expect((await studio.call(LOTTERY_API.ticket, order(draw, { rebate }), anna.token)).body).toEqual({ error: 'bet_invalid' });
    for (const rebate of ['25', null])
      expect((await studio.call(LOTTERY_API.ticket, { ...order(draw), rebate }, anna.token)).body).toEqual({ error: 'bad_request' });
    world.wallet.balances.set('ben', START);
    const ben = await studio.join('ben', FOUR.gameId);
    const four = await onSale(studio, FOUR.gameId);
    expect((await studio.call(LOTTERY_API.ticket, order(four, { rebate: 5 }), ben.token)).body).toEqual({ error: 'bet_invalid' });
    expect([await tickets(), balance('anna'), balance('ben')]).toEqual([[], START, START]);
  });

  test('goes through a chase', async () => {
    const studio = await scene.start();
    const anna = await scene.enter(studio, 'anna');
    const draw = await onSale(studio);
    const plan = { draws: 2, step: 1, stopOnWin: false };
    const { status } = await studio.call(LOTTERY_API.chase, { ...order(draw, { rebate: 20 }), ...plan }, anna.token);
    expect(status).toBe(200);
    clock.advance(Date.parse(draw.drawsAt) - clock.now().getTime() + 1);
    await eventually(async () => {
      clock.advance(500);
      expect((await tickets()).length).toBe(2);
    });
    const stakes = (await tickets()).map(({ stake, chase_nr }) => [chase_nr, String(stake)]).sort();
    expect(stakes).toEqual([
      [0, String(parseWireAmount('9.8000'))],
      [1, String(parseWireAmount('19.6000'))],
    ]);
  });
});

describe('a draw that was announced with four digits', () => {
  test('is drawn and settled as it was, and takes no more tickets', async () => {
    const studio = await scene.start();
    world.wallet.balances.set('ben', START);
    const ben = await studio.join('ben', FOUR.gameId);
    const draw = await onSale(studio, FOUR.gameId);
    const { body } = await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, order(draw), ben.token);
    expect(body.ticket.status).toBe('open');
    const terms = JSON.stringify({ mode: 'digits', count: 4 });
    await world.db.updateTable('studio_event').set({ terms }).where('id', '=', draw.drawId).execute();
    for (const more of [{}, { playType: 'bigStraight', entry: '1234' }])
      expect((await studio.call(LOTTERY_API.ticket, order(draw, more), ben.token)).body).toEqual({ error: 'bets_closed' });
    clock.advance(Date.parse(draw.drawsAt) - clock.now().getTime() + 1);
    await settled();
    const answer = await studio.call<LotteryTicketAnswer>(`${LOTTERY_API.ticket}?ticketId=${body.ticket.ticketId}`, undefined, ben.token);
    expect(answer.body.ticket.draw.numbers?.length).toBe(4);
    expect(answer.body.ticket).toMatchObject({ status: 'won', payout: '9.5000', hits: [{ times: 1 }] });
    expect(balance('ben')).toBe(START - 10_0000n + 9_5000n);
  });
});
