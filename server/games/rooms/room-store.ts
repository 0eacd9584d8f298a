import { randomBytes } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import { newServerSeed } from '../rounds.ts';
import type { Session } from '../store.ts';
import type { StudioExecutor, StudioTx } from '../tables.ts';
import type { Entry, EntryRow, Hand, HandRow, Seat, SeatRow, Table, TableRow } from './rows.ts';

/** Tables whose players can meet: one game, one stake, one currency, real or play money. */
export type Hall = Pick<Table, 'game_id' | 'level' | 'currency' | 'trial'>;

export async function findTable(executor: StudioExecutor, id: string): Promise<Table | undefined> {
  return executor.selectFrom('studio_table').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the table until the transaction ends; every change at a table takes this lock. */
export async function lockTable(tx: StudioTx, id: string): Promise<Table | undefined> {
  return tx.selectFrom('studio_table').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Serializes seating, so that two players who arrive together share one table. */
export async function lockHall(tx: StudioTx, { game_id, level, currency, trial }: Hall): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${game_id}/${level}/${currency}/${trial}`}))`.execute(tx);
}

export interface Seeker {
  readonly player: string;
  /** The table that the player leaves. */
  readonly from?: string;
}

/** The fullest table of a hall with a free seat and without a player linked to this one. */
export async function findFreeTable(
  tx: StudioTx,
  hall: Hall,
  seats: number,
  { player, from = '' }: Seeker,
  now: Date,
): Promise<Table | undefined> {
  const { rows } = await sql<{ id: string }>`select t.id from studio_table t left join studio_seat s on s.table_id = t.id
    where t.game_id = ${hall.game_id} and t.level = ${hall.level} and t.currency = ${hall.currency} and t.trial = ${hall.trial} and t.id <> ${from}
      and (t.trial or not exists (
        select 1 from studio_seat o
          join studio_player_link a on a.player = o.player and a.ends_at > ${now}
          join studio_player_link b on b.link = a.link and b.player = ${player} and b.ends_at > ${now}
         where o.table_id = t.id))
    group by t.id having count(s.seat) < ${seats} order by count(s.seat) desc, t.id limit 1`.execute(tx);
  return rows[0] && lockTable(tx, rows[0].id);
}

export async function insertTable(tx: StudioTx, hall: Hall, now: Date): Promise<Table> {
  const { game_id, level, currency, trial } = hall;
  return tx
    .insertInto('studio_table')
    .values({
      game_id,
      level,
      currency,
      trial,
      id: `b${randomBytes(12).toString('hex')}`,
      state: 'waiting',
      server_seed: newServerSeed(),
      hand_nr: 0,
      hand_id: null,
      due_at: null,
      begins_at: null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The new version notifies all streams of the table. */
export async function changeTable(tx: StudioTx, table: Table, change: Updateable<TableRow> = {}): Promise<Table> {
  return tx
    .updateTable('studio_table')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', table.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function touchTable(executor: StudioExecutor, id: string): Promise<void> {
  await executor.updateTable('studio_table').set({ version: sql`version + 1` }).where('id', '=', id).execute();
}

export async function listDueTables(executor: StudioExecutor, now: Date, limit: number): Promise<string[]> {
  const rows = await executor.selectFrom('studio_table').select('id').where('due_at', '<=', now).orderBy('due_at').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function listVersions(executor: StudioExecutor): Promise<{ id: string; version: number }[]> {
  return executor.selectFrom('studio_table').select(['id', 'version']).execute();
}

/** Real-money tables with a single waiting player. */
export async function listSinglePlayerTables(executor: StudioExecutor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id from studio_table t join studio_seat s on s.table_id = t.id
    where t.state = 'waiting' and not t.trial group by t.id having count(*) = 1 order by t.id`.execute(executor);
  return rows.map(({ id }) => id);
}

export async function listSeats(executor: StudioExecutor, tableId: string): Promise<Seat[]> {
  return executor.selectFrom('studio_seat').selectAll().where('table_id', '=', tableId).orderBy('seat').execute();
}

export async function findSeat(executor: StudioExecutor, player: string): Promise<Seat | undefined> {
  return executor.selectFrom('studio_seat').selectAll().where('player', '=', player).executeTakeFirst();
}

/** Extends the seat of a ready player while the page is open. */
export async function extendReady(executor: StudioExecutor, session: Session, idleAt: Date): Promise<void> {
  await executor
    .updateTable('studio_seat')
    .set({ idle_at: idleAt })
    .where('player', '=', session.player)
    .where('session_id', '=', session.id)
    .where('ready', '=', true)
    .execute();
}

/** False if the player already has a seat. */
export async function insertSeat(tx: StudioTx, seat: Seat): Promise<boolean> {
  const result = await tx
    .insertInto('studio_seat')
    .values(seat)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function changeSeat(tx: StudioTx, seat: Seat, change: Updateable<SeatRow>): Promise<void> {
  await tx.updateTable('studio_seat').set(change).where('table_id', '=', seat.table_id).where('seat', '=', seat.seat).execute();
}

export async function deleteSeat(tx: StudioTx, seat: Seat): Promise<void> {
  await tx.deleteFrom('studio_seat').where('table_id', '=', seat.table_id).where('seat', '=', seat.seat).execute();
}

export async function insertHand(tx: StudioTx, hand: HandRow, entries: readonly Omit<EntryRow, 'attempts'>[]): Promise<void> {
  await tx.insertInto('studio_hand').values(hand).execute();
  await tx
    .insertInto('studio_entry')
    .values([...entries] as never)
    .execute();
}

export async function findHand(executor: StudioExecutor, id: string): Promise<Hand | undefined> {
  return executor.selectFrom('studio_hand').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function changeHand(tx: StudioTx, id: string, change: Updateable<HandRow>): Promise<void> {
  await tx.updateTable('studio_hand').set(change).where('id', '=', id).execute();
}

/** In seat order. */
export async function listEntries(executor: StudioExecutor, handId: string): Promise<Entry[]> {
  return executor.selectFrom('studio_entry').selectAll().where('hand_id', '=', handId).orderBy('seat').execute();
}

/** The same rows, locked until the transaction ends: the wallet's reply may arrive at any moment, in any process. */
export async function lockEntries(tx: StudioTx, handId: string): Promise<Entry[]> {
  return tx.selectFrom('studio_entry').selectAll().where('hand_id', '=', handId).orderBy('seat').forUpdate().execute();
}

export async function findEntry(executor: StudioExecutor, id: string): Promise<Entry | undefined> {
  return executor.selectFrom('studio_entry').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The player's entries that the wallet has not refused, newest first. */
export async function listPlayerEntries(executor: StudioExecutor, player: string, gameId: string, limit: number): Promise<Entry[]> {
  return executor
    .selectFrom('studio_entry')
    .selectAll()
    .where('player', '=', player)
    .where('game_id', '=', gameId)
    .where('state', '<>', 'refused')
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Updates an entry; undefined if it is no longer in the expected state. */
export async function updateEntry(executor: StudioExecutor, entry: Entry, change: Updateable<EntryRow>): Promise<Entry | undefined> {
  return executor
    .updateTable('studio_entry')
    .set(change)
    .where('id', '=', entry.id)
    .where('state', '=', entry.state)
    .returningAll()
    .executeTakeFirst();
}

export async function claimEntry(executor: StudioExecutor, entry: Entry, now: Date, until: Date): Promise<boolean> {
  const result = await executor
    .updateTable('studio_entry')
    .set({ next_try_at: until })
    .where('id', '=', entry.id)
    .where('state', '=', entry.state)
    .where('next_try_at', '<=', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function listDueEntries(executor: StudioExecutor, now: Date, limit: number): Promise<Entry[]> {
  return executor
    .selectFrom('studio_entry')
    .selectAll()
    .where('state', 'in', ['placing', 'owed', 'voided'])
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
}

export async function sessionsOf(executor: StudioExecutor, ids: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('studio_session')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((session) => [session.id, session]));
}

export interface HallCount {
  readonly level: string;
  readonly players: number;
  readonly bots: number;
  readonly waiting: number;
  readonly tables: number;
}

export async function countHalls(executor: StudioExecutor, hall: Omit<Hall, 'level'>): Promise<readonly HallCount[]> {
  const { rows } = await sql<HallCount>`select t.level,
      count(s.player)::int as players,
      (count(*) - count(s.player))::int as bots,
      (count(s.player) filter (where t.state = 'waiting'))::int as waiting,
      (count(distinct t.id) filter (where t.state <> 'waiting'))::int as tables
    from studio_table t join studio_seat s on s.table_id = t.id
    where t.game_id = ${hall.game_id} and t.currency = ${hall.currency} and t.trial = ${hall.trial}
    group by t.level`.execute(executor);
  return rows;
}

/** Players at real-money tables, by hall. */
export async function countPeople(executor: StudioExecutor): Promise<readonly (Omit<HallCount, 'bots' | 'tables'> & Hall)[]> {
  const { rows } = await sql<Omit<HallCount, 'bots' | 'tables'> & Hall>`select t.game_id, t.level, t.currency, t.trial,
      count(s.player)::int as players, (count(s.player) filter (where t.state = 'waiting'))::int as waiting
    from studio_table t join studio_seat s on s.table_id = t.id
    where not t.trial group by t.game_id, t.level, t.currency, t.trial order by t.game_id, t.level, t.currency`.execute(executor);
  return rows;
}

/** Makes the session control its player's seat. Returns the id of the table; undefined if the player has no seat. */
export async function bindSeat(executor: StudioExecutor, session: Pick<Session, 'id' | 'player'>): Promise<string | undefined> {
  const taken = await executor
    .updateTable('studio_seat')
    .set({ session_id: session.id, missed: 0 })
    .where('player', '=', session.player)
    .returning('table_id')
    .executeTakeFirst();
  return taken?.table_id;
}
