import { type Insertable, type Selectable, sql } from 'kysely';
import type { Fixture } from '../../../shared/games/events/leagues.ts';
import type { Score } from '../../../shared/games/events/match.ts';
import type { EventRow, StudioExecutor, StudioTx } from '../tables.ts';
import { voidSlips } from './ticket-store.ts';

export type StudioEvent = Selectable<EventRow>;

/** Existing events, of other processes or earlier runs, stay unchanged. */
export async function insertEvents(executor: StudioExecutor, events: readonly Insertable<EventRow>[]): Promise<void> {
  if (events.length === 0) return;
  await executor
    .insertInto('studio_event')
    .values([...events])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findEvent(executor: StudioExecutor, id: string): Promise<StudioEvent | undefined> {
  return executor.selectFrom('studio_event').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findEvents(executor: StudioExecutor, ids: readonly string[]): Promise<ReadonlyMap<string, StudioEvent>> {
  if (ids.length === 0) return new Map();
  const events = await executor
    .selectFrom('studio_event')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(events.map((event) => [event.id, event]));
}

/** Locks the events until the transaction ends: none of them can be drawn meanwhile. */
export async function lockEvents(tx: StudioTx, ids: readonly string[]): Promise<ReadonlyMap<string, StudioEvent>> {
  const events = await tx
    .selectFrom('studio_event')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(events.map((event) => [event.id, event]));
}

export async function lockEvent(tx: StudioTx, id: string): Promise<StudioEvent | undefined> {
  return (await lockEvents(tx, [id])).get(id);
}

/**
 * Checks for work in one query: events to draw, public random numbers to fetch, tickets to process, events and bets that the platform has not
 * received. `lostBefore`: as for `takeDue`.
 */
export async function findWork(executor: StudioExecutor, now: Date, lostBefore: Date): Promise<Work> {
  const { rows } = await sql<Work>`select
    exists (select 1 from studio_event where state = 'open' and kind <> 'flight' and next_at <= ${now}
      and (beacon is null or beacon_value is not null or next_at < ${lostBefore})) as due,
    exists (select 1 from studio_event where state = 'open' and beacon is not null and beacon_value is null
      and next_at <= ${now}) as beacons,
    exists (select 1 from studio_ticket where state in ('placing', 'owed', 'voided', 'reversing') and next_try_at <= ${now}) as tickets,
    exists (select 1 from studio_chase where state = 'running' and next_at <= ${now}) as chases,
    exists (select 1 from studio_event where unsent) as unsent,
    exists (select 1 from studio_ticket where changes > reported_changes) as undelivered`.execute(executor);
  return rows[0] ?? { due: false, beacons: false, tickets: false, chases: false, unsent: false, undelivered: false };
}
type Work = Readonly<Record<'due' | 'beacons' | 'tickets' | 'chases' | 'unsent' | 'undelivered', boolean>>;

/**
 * Due events that no other process is drawing, locked until the transaction ends. Flights are left out: their runner ends them
 * to the millisecond. A draw that waits for its public random number is left out too, unless it was due before `lostBefore`: then it is
 * voided.
 */
export async function takeDue(tx: StudioTx, now: Date, lostBefore: Date, limit: number): Promise<StudioEvent[]> {
  return tx
    .selectFrom('studio_event')
    .selectAll()
    .where('state', '=', 'open')
    .where('kind', '<>', 'flight')
    .where('next_at', '<=', now)
    .where((or) => or.or([or('beacon', 'is', null), or('beacon_value', 'is not', null), or('next_at', '<', lostBefore)]))
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Draws among these whose game has an earlier draw that another process is ending: draws are settled in their order. Several due draws of
 * one game in this transaction are in order already.
 */
export async function drawsInWaiting(tx: StudioTx, taken: readonly StudioEvent[]): Promise<ReadonlySet<string>> {
  const draws = taken.filter(({ kind }) => kind === 'draw').map(({ id }) => id);
  if (draws.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select event.id from studio_event as event
    where event.id = any(${draws}::text[]) and exists (
      select 1 from studio_event as earlier
        where earlier.game_id = event.game_id and earlier.kind = 'draw' and earlier.state = 'open' and earlier.place < event.place
          and earlier.id <> all(${draws}::text[])
    )`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Ends an event that the transaction has locked. `server_seed` is the opened seed of a drawn one; that of a void one stays sealed. */
export async function endEvent(
  tx: StudioTx,
  id: string,
  end: Pick<EventRow, 'state' | 'outcome' | 'ended_at'> & { readonly course?: string | null; readonly server_seed?: string },
): Promise<void> {
  await tx
    .updateTable('studio_event')
    .set({ ...end, unsent: sql<boolean>`kind <> 'round'` })
    .where('id', '=', id)
    .execute();
}

/** Ends a draw, round or flight that the transaction has locked without a result: the stakes of its tickets are returned. */
export async function voidDraw(tx: StudioTx, id: string, now: Date): Promise<void> {
  await endEvent(tx, id, { state: 'void', outcome: null, ended_at: now });
  await voidSlips(tx, id, now);
}

/** Stores the progress of a match. The platform receives its start and every new score. */
export async function advanceMatch(tx: StudioTx, id: string, move: { course: string; next_at: Date; mustReport: boolean }): Promise<void> {
  const { course, next_at, mustReport } = move;
  await tx
    .updateTable('studio_event')
    .set({ course, next_at, ...(mustReport ? { unsent: true } : {}) })
    .where('id', '=', id)
    .execute();
}

export async function listUnsent(executor: StudioExecutor, limit: number): Promise<StudioEvent[]> {
  return executor
    .selectFrom('studio_event')
    .selectAll()
    .where('unsent', '=', true)
    .orderBy('draws_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** An event that has changed since it was read stays unsent. */
export async function markSent(executor: StudioExecutor, events: readonly StudioEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(
    ({ id, state, course, closes_at, reversed }) =>
      sql`(${id}, ${state}, ${course}::text, ${closes_at}::timestamptz, ${reversed}::boolean)`,
  );
  // A time has milliseconds here and microseconds there.
  await sql`update studio_event as event set unsent = false
    from (values ${sql.join(rows)}) as reported (id, state, course, closes_at, reversed)
    where event.id = reported.id and event.state = reported.state and event.course is not distinct from reported.course
      and date_trunc('milliseconds', event.closes_at) = reported.closes_at and event.reversed = reported.reversed`.execute(executor);
}

/** Fixtures that are open for bets or in play, by start time. */
export async function listOpen(executor: StudioExecutor, gameId: string): Promise<StudioEvent[]> {
  return executor
    .selectFrom('studio_event')
    .selectAll()
    .where('game_id', '=', gameId)
    .where('state', '=', 'open')
    .orderBy('draws_at')
    .limit(LIST_LIMIT)
    .execute();
}

/** Matches of these games in play, and recently ended ones. */
export async function listRunning(
  executor: StudioExecutor,
  gameIds: readonly string[],
  now: Date,
  endedSince: Date,
): Promise<StudioEvent[]> {
  if (gameIds.length === 0) return [];
  return executor
    .selectFrom('studio_event')
    .selectAll()
    .where('kind', '=', 'match')
    .where('game_id', 'in', [...gameIds])
    .where('closes_at', '<=', now)
    .where((or) => or.or([or('state', '=', 'open'), or('ended_at', '>', endedSince)]))
    .orderBy('draws_at')
    .execute();
}

export async function listEnded(executor: StudioExecutor, gameId: string): Promise<StudioEvent[]> {
  return executor
    .selectFrom('studio_event')
    .selectAll()
    .where('game_id', '=', gameId)
    .where('state', '<>', 'open')
    .orderBy('draws_at', 'desc')
    .limit(LIST_LIMIT)
    .execute();
}
const LIST_LIMIT = 20;

/** Keeps the last ended events of each game, and every event with bets. */
export async function pruneEvents(executor: StudioExecutor, limit: number): Promise<void> {
  await sql`delete from studio_event where id in (
    select id from (
      select id, row_number() over (partition by game_id order by draws_at desc) as nr from studio_event where state <> 'open'
    ) as ended where nr > ${limit}
  ) and not exists (select 1 from studio_ticket where event_id = studio_event.id)
    and not exists (select 1 from studio_leg where event_id = studio_event.id)`.execute(executor);
  // Thousands of numbers for each draw; its totals stay.
  await sql`delete from studio_exposure where number <> '' and event_id in (
    select id from studio_event where state <> 'open' and ended_at < now() - interval '1 day')`.execute(executor);
}

/** For each table the newest round whose betting has opened. */
export async function listCurrentRounds(executor: StudioExecutor, gameIds: readonly string[], now: Date): Promise<StudioEvent[]> {
  if (gameIds.length === 0) return [];
  return executor
    .selectFrom('studio_event')
    .selectAll()
    .distinctOn('game_id')
    .where('kind', '=', 'round')
    .where('game_id', 'in', [...gameIds])
    .where('opens_at', '<=', now)
    .orderBy('game_id')
    .orderBy('place', 'desc')
    .execute();
}

/** Outcomes at a table before a round, newest first. */
export async function listOutcomesBefore(
  executor: StudioExecutor,
  gameId: string,
  place: number,
  limit: number,
): Promise<readonly { readonly place: number; readonly outcome: string }[]> {
  const rows = await executor
    .selectFrom('studio_event')
    .select(['place', 'outcome'])
    .where('game_id', '=', gameId)
    .where('place', '<', place)
    .where('state', '=', 'drawn')
    .orderBy('place', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ place, outcome }) => (outcome === null ? [] : [{ place, outcome }]));
}

/** The seed of the previous round or flight once it is drawn: it is the hash of this one's seed. */
export async function findSeedBefore(
  executor: StudioExecutor,
  { game_id, place }: Pick<StudioEvent, 'game_id' | 'place'>,
): Promise<string | undefined> {
  const before = await executor
    .selectFrom('studio_event')
    .select('server_seed')
    .where('game_id', '=', game_id)
    .where('place', '=', place - 1)
    .where('state', '=', 'drawn')
    .executeTakeFirst();
  return before?.server_seed;
}

/** The place of the last drawn draw before this one, not before `first`. */
export async function findDrawnBefore(executor: StudioExecutor, gameId: string, place: number, first: number): Promise<number | undefined> {
  const before = await executor
    .selectFrom('studio_event')
    .select('place')
    .where('game_id', '=', gameId)
    .where('kind', '=', 'draw')
    .where('place', '<', place)
    .where('place', '>=', first)
    .where('state', '=', 'drawn')
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return before?.place;
}

export function fixtureOf(event: StudioEvent): Fixture {
  if (event.kind !== 'match') throw new Error(`${event.id} is not a match`);
  return JSON.parse(event.terms) as Fixture;
}

export function scoreOf(event: StudioEvent): Score | null {
  return event.outcome === null ? null : (JSON.parse(event.outcome) as Score);
}
