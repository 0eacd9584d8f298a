import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DATABASE_TIME, type DatabaseTime } from '../../server/games/lottery/index.ts';
import { gameOf, newKey, openStudioWorld, type Running, type StudioWorld } from '../../server/games/test-studio.ts';
import { seriesOf } from '../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { LOTTERY_API, type LotteryTicketAnswer } from '../../shared/games/lottery/protocol.ts';

const GAME = gameOf('sea3').gameId;
const SERIES = seriesOf(STUDIO_GAMES).filter(({ gameId }) => gameId === GAME);
const NODES = 3;
const PLAYERS = 12;
/** Tickets that are taken before the close is set, while all players continue. `LOTTERY_BETS=10000` for the full check. */
const BETS = Number(process.env.LOTTERY_BETS ?? 120);
const START = 1_000_000_0000n;
const CLOSES_AFTER_MS = 300;
const NEVER_MS = 3_600_000;
const DRAWN_AFTER_MS = 1_500;
/** The time of arrival is read after the check of the close, in the same statement. */
const STATEMENT_MS = 50;

vi.setConfig({ testTimeout: 240_000 + 120 * BETS });

let world: StudioWorld;
const running: Running[] = [];
beforeAll(async () => {
  world = await openStudioWorld();
  await (await world.start()).close();
  // An independent witness: when the database stored each ticket.
  await sql`alter table studio_ticket add column arrived timestamptz not null default clock_timestamp()`.execute(world.db);
});
afterEach(async () => {
  for (const studio of running.splice(0)) await studio.close();
  await world.clear();
  world.wallet.forget();
});
afterAll(() => world.close());

async function addDraw(): Promise<string> {
  const id = `${GAME}-209901010001`;
  const now = Date.now();
  const [closes, draws] = [new Date(now + NEVER_MS), new Date(now + NEVER_MS + DRAWN_AFTER_MS)];
  await world.db
    .insertInto('studio_event')
    .values({
      id,
      game_id: GAME,
      kind: 'draw',
      place: 1,
      issue: '209901010001',
      opens_at: new Date(now - 1_000),
      closes_at: closes,
      draws_at: draws,
      next_at: draws,
      terms: '{"mode":"digits","count":3}',
      server_seed: '7b'.repeat(32),
      seed_hash: 'cd'.repeat(32),
      state: 'open',
      outcome: null,
      ended_at: null,
      unsent: false,
    })
    .execute();
  return id;
}

/** The close of a running sale, a moment ahead: players bet before it, at it and after it, however fast the machine is. */
async function closeSoon(drawId: string): Promise<void> {
  const draws = sql`clock_timestamp() + make_interval(secs => ${(CLOSES_AFTER_MS + DRAWN_AFTER_MS) / 1_000}::double precision)`;
  await sql`update studio_event set closes_at = clock_timestamp() + make_interval(secs => ${CLOSES_AFTER_MS / 1_000}::double precision),
    draws_at = ${draws}, next_at = ${draws} where id = ${drawId}`.execute(world.db);
}

async function betAcrossTheClose(databaseTime: DatabaseTime) {
  const drawId = await addDraw();
  const studios = await Promise.all(
    Array.from({ length: NODES }, () => world.start({ series: SERIES, clock: { now: () => new Date() }, databaseTime })),
  );
  running.push(...studios);
  const answers: { status: number; error?: string; id?: string }[] = [];
  let taken = 0;
  const closing: Promise<void>[] = [];
  const player = async (nr: number) => {
    const [name, studio] = [`player-${nr}`, studios[nr % NODES] as Running];
    world.wallet.balances.set(name, START);
    const { token } = await studio.join(name, GAME);
    for (let isClosed = false; !isClosed; ) {
      const request = { key: newKey(), drawId, playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9', unit: '0.1', multiplier: 1 };
      const { status, body } = await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, request, token);
      answers.push({ status, ...(body.error && { error: body.error }), ...(body.ticket && { id: body.ticket.ticketId }) });
      isClosed = status !== 200;
      taken += status === 200 ? 1 : 0;
      if (taken >= BETS && closing.length === 0) closing.push(closeSoon(drawId));
    }
  };
  await Promise.all(Array.from({ length: PLAYERS }, (_, nr) => player(nr)));
  await Promise.all(closing);
  const isPaid = async () => {
    const open = await sql`select 1 from studio_ticket where state not in ('settled', 'refunded', 'refused') limit 1`.execute(world.db);
    expect(open.rows.length).toBe(0);
  };
  await vi.waitFor(isPaid, { timeout: 30_000 + 60 * BETS, interval: 50 });
  const late = await sql<{
    id: string;
  }>`select ticket.id from studio_ticket as ticket join studio_event as event on event.id = ticket.event_id
    where ticket.arrived >= event.closes_at + make_interval(secs => ${STATEMENT_MS / 1_000}::double precision)`.execute(world.db);
  return { drawId, answers, late: late.rows.length };
}

test('of bets across the close from three nodes none is late and none is lost, and each is settled once by one of them', async () => {
  const { drawId, answers, late } = await betAcrossTheClose(DATABASE_TIME);
  const taken = answers.filter(({ status }) => status === 200);
  expect(late).toBe(0);
  expect(taken.length).toBeGreaterThanOrEqual(BETS);
  expect(answers.filter(({ status, error }) => status !== 200 && error !== 'bets_closed')).toEqual([]);
  const stored = await sql<{ id: string; state: string; payout: string; stake: string }>`select id, state, payout, stake from studio_ticket
    where event_id = ${drawId}`.execute(world.db);
  expect(new Set(stored.rows.map(({ id }) => id))).toEqual(new Set(taken.map(({ id }) => id)));
  expect(new Set(stored.rows.map(({ state }) => state))).toEqual(new Set(['settled']));
  const wins = [...world.wallet.instructions.values()].filter(({ kind }) => kind === 'win');
  expect(wins.length).toBe(taken.length);
  // Each ticket has all ten digits: it costs 1.00 and wins 9.5 times 0.10.
  const money = [...world.wallet.balances.values()].reduce((sum, one) => sum + one, 0n);
  expect(money).toBe(START * BigInt(PLAYERS) - 500n * BigInt(taken.length));
});

test('the witness finds late bets when the close is ignored', async () => {
  const ignored: DatabaseTime = () => sql<Date>`(clock_timestamp() - interval '1 second')`;
  const { late } = await betAcrossTheClose(ignored);
  expect(late).toBeGreaterThan(0);
});
