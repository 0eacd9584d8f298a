import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { DATABASE_TIME, oweTickets } from '../../server/games/lottery/index.ts';
import { placeTicket } from '../../server/games/lottery/lottery-store.ts';
import { storeTotals } from '../../server/games/lottery/totals.ts';
import { migrateStudio } from '../../server/games/migrations.ts';
import type { StudioDatabase } from '../../server/games/tables.ts';
import { openDatabase } from '../../server/platform/base/db/open.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { exposureOf } from '../../shared/games/lottery/exposure.ts';
import { lotteryDrawsOf } from '../../shared/games/lottery/game-draws.ts';
import { type Order, readOrder } from '../../shared/games/lottery/order.ts';
import { CENT } from '../../shared/money/currency-steps.ts';
import { median } from './load.ts';
import { withPgbench } from './pgbench.ts';

const CLIENTS = 8;
const SETTLED = 100_000;

export interface LotteryBench {
  readonly clients: number;
  /** Tickets that one process stores on one draw, with their exposure. */
  readonly ticketsPerSecond: number;
  /** The same without counting the exposure. */
  readonly uncountedPerSecond: number;
  readonly pgbenchPerSecond: number | undefined;
  readonly tickets: number;
  /** The transaction that draws the numbers and stores what each ticket wins. */
  readonly settleSeconds: number;
}

/** Tickets on one draw on PostgreSQL, compared with pgbench in the same run, and the settlement of many. The wallet is not part of it. */
export function benchLottery({ databaseUrl, seconds = 5 }: { databaseUrl: string; seconds?: number }): Promise<LotteryBench> {
  return withPgbench(databaseUrl, async (url, pgbench) => {
    const opened = await openDatabase({ url, poolSize: CLIENTS });
    const db = opened.db as unknown as StudioDatabase;
    try {
      await migrateStudio(opened.db as unknown as Kysely<unknown>);
      const game = STUDIO_GAMES.find(({ variant }) => variant === 'five1');
      if (!game) throw new Error('no game');
      await addDraw(db, game.gameId, 1);
      await addDraw(db, game.gameId, 2);
      const orderOf = (nr: number) => {
        const entry = `${nr % 10} ${(nr + 3) % 10} ${(nr + 7) % 10}`;
        const order = readOrder(game, { playType: `digit${1 + (nr % 5)}`, entry, unit: '0.01', multiplier: 1 }, CENT);
        if (typeof order === 'string') throw new Error(order);
        return order;
      };
      const counted: number[] = [];
      const uncounted: number[] = [];
      const transactions: (number | undefined)[] = [];
      for (let turn = 0; turn < 3; turn++) {
        counted.push(await place(db, game.gameId, orderOf, seconds, true));
        uncounted.push(await place(db, game.gameId, orderOf, seconds, false));
        transactions.push(await pgbench.measure(CLIENTS, seconds));
      }
      return {
        clients: CLIENTS,
        ticketsPerSecond: median(counted),
        uncountedPerSecond: median(uncounted),
        pgbenchPerSecond: transactions.includes(undefined) ? undefined : median(transactions.map(Number)),
        tickets: SETTLED,
        settleSeconds: await settle(db, game.gameId, orderOf(1)),
      };
    } finally {
      await opened.close();
    }
  });
}

const idOf = (gameId: string, place: number) => `${gameId}-20990101000${place}`;

async function addDraw(db: StudioDatabase, gameId: string, place: number): Promise<void> {
  const later = new Date(Date.now() + 3_600_000);
  const times = { opens_at: new Date(Date.now() - 60_000), closes_at: later, draws_at: later, next_at: later };
  const rest = { server_seed: '7b'.repeat(32), seed_hash: 'cd'.repeat(32), outcome: null, ended_at: null, unsent: false };
  await db
    .insertInto('studio_event')
    .values({
      id: idOf(gameId, place),
      game_id: gameId,
      kind: 'draw',
      place,
      issue: `20990101000${place}`,
      ...times,
      ...rest,
      terms: '{"mode":"digits","count":5}',
      state: 'open',
    })
    .execute();
}

function chipsOf({ playType, mode, odds, bets }: Order): string {
  return JSON.stringify({ playType: playType.id, rule: playType.rule, mode, odds, unit: '0.01', multiplier: 1, bets: bets.join(' ') });
}

/** Tickets a second. */
async function place(
  db: StudioDatabase,
  gameId: string,
  orderOf: (nr: number) => Order,
  seconds: number,
  isCounted: boolean,
): Promise<number> {
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  let stored = 0;
  const client = async (nr: number) => {
    for (let turn = nr; performance.now() < end; turn += CLIENTS) {
      const order = orderOf(turn);
      const exposure = exposureOf({ ...order, rule: order.playType.rule }, order.most, CENT);
      const now = new Date();
      const id = `t${randomBytes(16).toString('hex')}`;
      const ticket = {
        id,
        event_id: idOf(gameId, 1),
        play_key: id,
        player: `player-${turn % 5_000}`,
        game_id: gameId,
        currency: 'USD',
        trial: false,
        chips: chipsOf(order),
        stake: String(order.cost),
        state: 'placing' as const,
        next_try_at: now,
        placed_at: now,
        target: null,
        market: null,
        cashed: null,
        payout: null,
        refusal: null,
        balance_after: null,
        attempts: 0,
        ended_at: null,
        changes: 0,
        reported_changes: 0,
        exposure: null,
        chase_id: null,
        chase_nr: null,
      };
      const counted = { playType: order.playType.id, bets: order.bets, ...exposure };
      const placed = await placeTicket(db, ticket as Parameters<typeof placeTicket>[1], {
        time: DATABASE_TIME(),
        terms: JSON.stringify(lotteryDrawsOf(gameId)?.terms),
        counted: isCounted ? counted : undefined,
      });
      if (placed !== 'placed') throw new Error(`a ticket was ${JSON.stringify(placed)}`);
      stored += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, nr) => client(nr)));
  return stored / ((performance.now() - begin) / 1_000);
}

async function settle(db: StudioDatabase, gameId: string, order: Order): Promise<number> {
  const id = idOf(gameId, 2);
  await sql`insert into studio_ticket (id, event_id, play_key, player, game_id, currency, trial, chips, stake, state, next_try_at, placed_at)
    select 't' || n, ${id}, 'k' || n, 'player-' || n, ${gameId}, 'USD', false, ${chipsOf(order)}, ${String(order.cost)}::bigint, 'open', now(), now()
      from generate_series(1, ${SETTLED}) as n`.execute(db);
  await sql`analyze studio_ticket`.execute(db);
  const begin = performance.now();
  await db.transaction().execute(async (tx) => {
    const outcome = ['1', '2', '3', '4', '5'];
    await tx
      .updateTable('studio_event')
      .set({ state: 'drawn', outcome: JSON.stringify(outcome), ended_at: new Date() })
      .where('id', '=', id)
      .execute();
    await oweTickets(tx, id, outcome, new Date());
    await storeTotals(tx, id);
  });
  return (performance.now() - begin) / 1_000;
}
