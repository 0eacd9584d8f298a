import { type Selectable, sql } from 'kysely';
import type { SeamlessEvent } from '../../../../shared/seamless/events.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { VendorTables } from './tables.ts';

export type EventRow = Selectable<VendorTables['vendor_event']>;

const KEPT_PER_GAME = 200;
const RETENTION_MS = DAY_MS;

/**
 * False if the update contradicts the stored event: seed hash and game cannot change. An ended event is not changed again, and repeating it
 * is no error.
 */
export async function storeEvent(tx: Tx, provider: string, event: SeamlessEvent, now: Date): Promise<boolean> {
  const result = event.result === null ? null : JSON.stringify(event.result);
  const live = event.kind === 'match' && event.live ? JSON.stringify(event.live) : null;
  const totals = event.kind === 'draw' && event.totals ? JSON.stringify(event.totals) : null;
  const isReversed = event.kind === 'draw' && event.reversed === true;
  const { rows } = await sql`
    insert into vendor_event as old (provider, event_id, game_id, kind, issue, opens_at, closes_at, draws_at, seed_hash, state, details,
                                     result, live, reported_at, totals, reversed)
    values (${provider}, ${event.id}, ${event.gameId}, ${event.kind}, ${event.issue}, ${event.opensAt}, ${event.closesAt}, ${event.drawsAt},
            ${event.seedHash ?? ''}, ${event.state}, ${JSON.stringify(event.details)}, ${result}, ${live}, ${now}, ${totals}, ${isReversed})
    on conflict (provider, event_id) do update set
      reported_at = excluded.reported_at,
      -- A sale may end early; what belongs to a result comes with it, and that it was taken back comes later.
      closes_at = case when old.state = 'open' and excluded.closes_at > old.opens_at then least(old.closes_at, excluded.closes_at)
                  else old.closes_at end,
      totals = coalesce(old.totals, excluded.totals),
      reversed = old.reversed or excluded.reversed,
      live = case when old.state = 'open' then excluded.live else null end,
      state = case when old.state = 'open' then excluded.state else old.state end,
      result = case when old.state = 'open' then excluded.result else old.result end
    where old.game_id = excluded.game_id and old.kind = excluded.kind and old.seed_hash = excluded.seed_hash
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** The next draw of each game. */
export async function upcomingDraws(executor: Executor, gameIds: readonly string[], now: Date): Promise<ReadonlyMap<string, EventRow>> {
  return firstOfEach(executor, gameIds, sql`kind = 'draw' and state = 'open' and draws_at > ${now} order by draws_at`);
}

/** The last draw of each game. */
export async function lastDraws(executor: Executor, gameIds: readonly string[]): Promise<ReadonlyMap<string, EventRow>> {
  return firstOfEach(executor, gameIds, sql`kind = 'draw' and state = 'drawn' order by draws_at desc`);
}

async function firstOfEach(
  executor: Executor,
  gameIds: readonly string[],
  condition: ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, EventRow>> {
  const { rows } = await sql<EventRow>`
    select event.* from unnest(${[...gameIds]}::text[]) as wanted (id)
    cross join lateral (select * from vendor_event where game_id = wanted.id and ${condition} limit 1) as event`.execute(executor);
  return new Map(rows.map((row) => [row.game_id, row]));
}

function ofGames(executor: Executor, kind: EventRow['kind'], state: EventRow['state'], gameIds: readonly string[]) {
  return executor
    .selectFrom('vendor_event')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', state)
    .where('game_id', 'in', [...gameIds]);
}

/** Latest results of these games, newest first. */
export async function latestEvents(
  executor: Executor,
  kind: EventRow['kind'],
  gameIds: readonly string[],
  limit: number,
): Promise<readonly EventRow[]> {
  if (gameIds.length === 0) return [];
  return ofGames(executor, kind, 'drawn', gameIds).orderBy('draws_at', 'desc').orderBy('event_id').limit(limit).execute();
}

/** Events that are open for bets, the next to close first. */
export async function openEvents(
  executor: Executor,
  kind: EventRow['kind'],
  gameIds: readonly string[],
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly EventRow[]> {
  if (gameIds.length === 0) return [];
  return ofGames(executor, kind, 'open', gameIds)
    .where('closes_at', '>', now)
    .orderBy('closes_at')
    .orderBy('event_id')
    .limit(limit)
    .execute();
}

/** Matches in play, the last kick-off first. A match whose end was not reported is dropped after its scheduled end. */
export async function runningMatches(
  executor: Executor,
  gameIds: readonly string[],
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly EventRow[]> {
  if (gameIds.length === 0) return [];
  return ofGames(executor, 'match', 'open', gameIds)
    .where('closes_at', '<=', now)
    .where('draws_at', '>', new Date(now.getTime() - OVERDUE_MS))
    .orderBy('closes_at', 'desc')
    .orderBy('event_id')
    .limit(limit)
    .execute();
}
const OVERDUE_MS = MINUTE_MS;

/** Keeps the latest ended events of each game. An open event whose end was not reported is removed after one day. */
export async function removeOldEvents(executor: Executor, now: Date): Promise<void> {
  await sql`delete from vendor_event where (provider, event_id) in (
    select provider, event_id from (
      select provider, event_id, row_number() over (partition by provider, game_id order by draws_at desc) as nr
      from vendor_event where state <> 'open'
    ) as ended where nr > ${KEPT_PER_GAME}
  ) or (state = 'open' and draws_at < ${new Date(now.getTime() - RETENTION_MS)})`.execute(executor);
}
