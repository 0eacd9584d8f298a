import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DrawTerms, playDraw } from '../../../shared/games/events/draw.ts';
import { seriesOf } from '../../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import {
  LOTTERY_API,
  type LotteryDrawsAnswer,
  type LotteryDrawView,
  type LotteryTicketAnswer,
} from '../../../shared/games/lottery/protocol.ts';
import { settleTicket } from '../../../shared/games/lottery/settle.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { openScene, START } from '../test-scene.ts';
import { eventually, gameOf, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import { createDrawDesk } from './desk.ts';
import { orderIn, ticketOf } from './stored-order.ts';

/** One draw with known tickets, from its sale to its reversal. A sound lottery causes no complaint; each planted fault must cause one. */
const GAME = gameOf('sea3').gameId;
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);
const ALL_DIGITS = '0 1 2 3 4 5 6 7 8 9';
/** In coins. One whole unit on a digit wins 9.50. */
const LIMITS = { number: '1000', play_type: '1200', draw: '2500' };
const LATE_MS = 1_000;

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(async () => {
  ({ world, clock } = scene);
  await world.db.deleteFrom('studio_exposure_limit').execute();
});

/** Plants a fault and returns what removes it again. */
type Plant = () => Promise<() => Promise<unknown>>;
type DatabaseLag = { readonly lagMs?: number };

async function complaintsWith(plant: Plant, { lagMs = 0 }: DatabaseLag = {}): Promise<string[]> {
  await world.db
    .insertInto('studio_exposure_limit')
    .values({ game_id: GAME, ...LIMITS })
    .execute();
  const undo = await plant();
  try {
    const complaints: string[] = [];
    await exercise(
      (what) => complaints.push(what),
      () => sql<Date>`${new Date(clock.now().getTime() - lagMs)}::timestamptz`,
    );
    return complaints;
  } finally {
    await undo();
  }
}

async function exercise(complain: (what: string) => void, databaseTime: () => RawBuilder<Date>): Promise<void> {
  const studio = await start({ databaseTime });
  const draw = await onSale(studio);
  const place = await placer(studio, draw);
  const wanted = async (what: string, expected: string, answer: Promise<string>) => {
    const code = await answer;
    if (code !== expected) complain(`${what}: ${code} instead of ${expected}`);
  };
  await wanted('all digits', 'placed', place('anna', 'digit1', ALL_DIGITS, 10));
  await wanted('above the limit of a number', 'number_full', place('ben', 'digit1', '0', 1));
  await wanted('another play type', 'placed', place('carl', 'digit2', '5', 10));
  await wanted('above the limit of a play type', 'play_type_full', place('carl', 'digit2', '6', 3));
  await wanted('above the limit of the draw', 'draw_full', place('dora', 'digit3', '1', 7));
  await wanted('within the limit of the draw', 'placed', place('eve', 'digit3', '1', 6));
  const [own] = await world.db.selectFrom('studio_ticket').select('id').where('player', '=', 'eve').execute();
  const { token } = await enter(studio, 'eve');
  await studio.call(LOTTERY_API.cancel, { ticketId: own?.id }, token);
  await atRest();
  await wanted('what a cancelled ticket had taken', 'placed', place('eve', 'digit3', '1', 6));
  clock.advance(Date.parse(draw.closesAt) + LATE_MS - clock.now().getTime());
  await wanted('after the close', 'bets_closed', place('ben', 'digit2', '0', 1));
  clock.advance(Date.parse(draw.drawsAt) - clock.now().getTime());
  await eventually(async () => expect((await eventOf(draw.drawId)).state).toBe('drawn'));
  await atRest();
  for (const complaint of await complaintsOf(draw.drawId, false)) complain(complaint);
  const desk = createDrawDesk({ db: world.db, clock, databaseTime });
  await desk.reverse({ drawId: draw.drawId });
  await atRest();
  for (const complaint of await complaintsOf(draw.drawId, true)) complain(`after the reversal: ${complaint}`);
}

/** Compares numbers, tickets and balances with what seed and orders demand. */
async function complaintsOf(drawId: string, isReversed: boolean): Promise<string[]> {
  const complaints: string[] = [];
  const { outcome, terms, server_seed } = await eventOf(drawId);
  const numbers = playDraw(JSON.parse(terms) as DrawTerms, server_seed, drawId);
  if (outcome !== JSON.stringify(numbers)) complaints.push('the numbers are not those of the seed');
  const expected = new Map<string, bigint>([...world.wallet.balances.keys()].map((player) => [player, START]));
  for (const ticket of await tickets()) {
    const counts = !['refused', 'refunded'].includes(ticket.state);
    if (counts && ticket.state !== (isReversed ? 'reversed' : 'settled')) complaints.push(`a ticket is ${ticket.state}`);
    const { paid } = settleTicket(ticketOf(orderIn(ticket), ticket.currency), numbers, coinOf(ticket.currency));
    if (counts && BigInt(ticket.payout ?? 0) !== paid) complaints.push(`a ticket wins ${ticket.payout} instead of ${paid}`);
    if (counts && !isReversed) expected.set(ticket.player, (expected.get(ticket.player) ?? 0n) + paid - BigInt(ticket.stake));
  }
  for (const [player, sum] of expected) {
    const balance = world.wallet.balances.get(player) ?? 0n;
    if (balance !== sum) complaints.push(`${player} has ${toWire(balance)} instead of ${toWire(sum)}`);
  }
  return complaints;
}

const tickets = (): Promise<TicketRecord[]> => world.db.selectFrom('studio_ticket').selectAll().orderBy('id').execute();
const eventOf = (id: string) => world.db.selectFrom('studio_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function atRest(): Promise<void> {
  await eventually(async () => {
    const moving = (await tickets()).filter(({ state }) => ['placing', 'owed', 'voided', 'reversing'].includes(state));
    if (moving.length > 0) clock.advance(20);
    expect(moving.map(({ state }) => state)).toEqual([]);
  });
}

async function onSale(studio: Running): Promise<LotteryDrawView> {
  return eventually(async () => {
    const { body } = await studio.call<LotteryDrawsAnswer>(`${LOTTERY_API.draws}?gameId=${GAME}`);
    const draw = body.open.find(({ closesAt }) => Date.parse(closesAt) > clock.now().getTime());
    if (!draw) throw new Error('no draw is on sale');
    return draw;
  });
}

/** Returns `placed` or the code of the refusal. The stake of a bet is `tenths` of a whole unit. */
async function placer(studio: Running, { drawId }: LotteryDrawView) {
  const sessions = new Map<string, StudioSession>();
  for (const player of ['anna', 'ben', 'carl', 'dora', 'eve']) sessions.set(player, await enter(studio, player));
  return async (player: string, playType: string, entry: string, tenths: number): Promise<string> => {
    const request = { key: newKey(), drawId, playType, entry, unit: '0.1', multiplier: tenths };
    const { body } = await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, request, sessions.get(player)?.token);
    return body.error ?? 'placed';
  };
}

/** The database function with one part of its text replaced. */
const edit =
  (name: string, part: string | RegExp, replacement: string): Plant =>
  async () => {
    const { rows } = await sql<{ text: string }>`select pg_get_functiondef(${name}::regproc) as text`.execute(world.db);
    const text = rows[0]?.text ?? '';
    const changed = text.replace(part, replacement);
    if (changed === text) throw new Error(`${name} has no ${part}`);
    await sql.raw(changed).execute(world.db);
    return () => sql.raw(text).execute(world.db);
  };

/** A trigger before each update of a table, with this body. */
const trigger =
  (table: 'studio_ticket' | 'studio_event', body: string): Plant =>
  async () => {
    await sql.raw(`create function planted() returns trigger language plpgsql as $$ begin ${body} end $$`).execute(world.db);
    await sql.raw(`create trigger planted before update on ${table} for each row execute function planted()`).execute(world.db);
    return () => sql.raw('drop function planted cascade').execute(world.db);
  };

/** A wallet that loses the first reply to each transaction, and no longer knows it when it is repeated. */
const forgetful =
  (operation: 'win' | 'reverse'): Plant =>
  async () => {
    const { wallet } = world;
    const seen = new Set<string>();
    wallet.fault = (called, { transactionId = '', betTransactionId = '' }) => {
      if (called !== operation) return undefined;
      const isFirst = !seen.has(transactionId);
      seen.add(transactionId);
      const bet = wallet.instructions.get(betTransactionId);
      if (wallet.instructions.delete(transactionId) && bet) Object.assign(bet, { settled: operation === 'reverse' });
      return isFirst ? 'unanswered' : undefined;
    };
    return async () => {
      wallet.fault = () => undefined;
    };
  };

const none: Plant = async () => async () => undefined;
const releaseIsOff: Plant = async () => {
  await sql`alter table studio_ticket disable trigger studio_release_exposure`.execute(world.db);
  return () => sql`alter table studio_ticket enable trigger studio_release_exposure`.execute(world.db);
};

describe('the lottery', () => {
  test('causes no complaint without a fault', async () => {
    expect(await complaintsWith(none)).toEqual([]);
  });

  test.each<[string, Plant, DatabaseLag?]>([
    ['a late bet is accepted', none, { lagMs: 5 * LATE_MS }],
    ['the limit of a number is ignored', edit('studio_take_exposure', 'where payout > p_number_limit', 'where false')],
    ['the limit of a play type is ignored', edit('studio_take_exposure', 'if v_room is not null', 'if false')],
    ['the limit of a draw is ignored', edit('studio_take_exposure', /if v_room is not null(?=[^;]*'draw')/, 'if false')],
    ['a ticket adds nothing to its draw', edit('studio_add_exposure', 'if v_sum + p_most > p_limit', 'if v_sum > p_limit')],
    ['a cancelled ticket stays counted', releaseIsOff],
    [
      'the draw reads the bets',
      trigger(
        'studio_event',
        `if new.state = 'drawn' then
          select jsonb_agg(((digit.value::int + tickets.count) % 10)::text order by digit.nr)::text into new.outcome
            from jsonb_array_elements_text(new.outcome::jsonb) with ordinality as digit (value, nr),
              (select count(*)::int as count from studio_ticket where event_id = new.id and state = 'open') as tickets;
        end if; return new;`,
      ),
    ],
    [
      'a ticket wins twice as much',
      trigger('studio_ticket', `if new.state = 'owed' and old.state = 'open' then new.payout := 2 * new.payout; end if; return new;`),
    ],
    [
      'a ticket is left out of the settlement',
      trigger('studio_ticket', `if new.state = 'owed' and old.state = 'open' and new.payout > 0 then return null; end if; return new;`),
    ],
    ['a ticket is paid twice', forgetful('win')],
    [
      'the win of a ticket is not taken back',
      trigger('studio_ticket', `if new.state = 'reversing' and new.payout > 0 then return null; end if; return new;`),
    ],
    [
      'a ticket is marked as taken back without a call of the wallet',
      trigger('studio_ticket', `if new.state = 'reversing' and new.payout > 0 then new.state := 'reversed'; end if; return new;`),
    ],
    ['a ticket is taken back twice', forgetful('reverse')],
  ])('complains if %s', async (_fault, plant, lag) => {
    expect(await complaintsWith(plant, lag)).not.toEqual([]);
  });
});
