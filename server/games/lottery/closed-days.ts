import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Series } from '../../../shared/games/events/series.ts';
import {
  CLOSED_DAY_NOTICE_MS,
  type ClosedDay,
  type ClosedDayRule,
  type ClosedSpan,
  closedDaysOf,
  dayBounds,
  LISTED_CLOSED_DAYS,
} from '../../../shared/games/lottery/closed-days.ts';
import { lotteryDrawsOf } from '../../../shared/games/lottery/game-draws.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import type { ClosedDayRow, StudioDatabase, StudioExecutor } from '../tables.ts';

export type StoredClosedDay = Selectable<ClosedDayRow>;

/** A day of a rule that is not closed, because it was set too late or has draws already. */
export interface LateDay {
  readonly gameId: string;
  readonly day: string;
}

interface Wanted extends ClosedDay, ClosedSpan {
  readonly gameId: string;
}

/**
 * Stores the days without draws that the rules set, and opens those that they no longer set. A day changes only until two days before its
 * start by the time of the database: later its seeds may exist, and a day closed then could drop a known result. A day with an announced draw
 * is not closed: its draws can be voided. Returns what could not be closed.
 */
export async function storeClosedDays(
  db: StudioDatabase,
  rules: readonly ClosedDayRule[],
  series: readonly Series[],
  time: RawBuilder<Date>,
  now: Date,
): Promise<readonly LateDay[]> {
  const games = series.filter(({ kind }) => kind.name === 'draw').map(({ gameId }) => gameId);
  if (games.length === 0) return [];
  const wanted = games.flatMap((gameId) => wantedOf(rules, gameId, now.getTime()));
  const changeable = sql<Date>`${time} + make_interval(secs => ${CLOSED_DAY_NOTICE_MS / SECOND_MS})`;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('studio-closed-days', 0))`.execute(tx);
    await sql`delete from studio_closed_day where game_id = any(${games}::text[]) and starts_at >= ${changeable}
      and (game_id, day) not in (select * from unnest(${wanted.map(({ gameId }) => gameId)}::text[], ${wanted.map(({ day }) => day)}::text[]))`.execute(
      tx,
    );
    if (wanted.length === 0) return;
    await sql`insert into studio_closed_day (game_id, day, starts_at, ends_at, reason, stored_at)
      select wanted.game_id, wanted.day, wanted.starts_at, wanted.ends_at, wanted.reason, ${time}
      from unnest(${wanted.map(({ gameId }) => gameId)}::text[], ${wanted.map(({ day }) => day)}::text[],
        ${wanted.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
        ${wanted.map(({ until }) => new Date(until).toISOString())}::timestamptz[],
        ${wanted.map(({ reason }) => reason)}::text[]) as wanted (game_id, day, starts_at, ends_at, reason)
      where wanted.starts_at >= ${changeable} and not exists (
        select 1 from studio_event as event where event.game_id = wanted.game_id and event.kind = 'draw'
          and event.draws_at >= wanted.starts_at and event.draws_at < wanted.ends_at)
      on conflict (game_id, day) do update set reason = excluded.reason`.execute(tx);
  });
  const stored = new Set((await listClosedDays(db, games, now)).map(({ game_id, day }) => `${game_id} ${day}`));
  return wanted.filter(({ gameId, day }) => !stored.has(`${gameId} ${day}`)).map(({ gameId, day }) => ({ gameId, day }));
}

function wantedOf(rules: readonly ClosedDayRule[], gameId: string, now: number): readonly Wanted[] {
  const zone = lotteryDrawsOf(gameId)?.zone;
  if (zone === undefined) return [];
  return closedDaysOf(rules, { gameId, zone }, now).map((one) => ({ gameId, ...one, ...dayBounds(one.day, zone) }));
}

/** Days of these games that have not ended, the next one first. */
export async function listClosedDays(executor: StudioExecutor, gameIds: readonly string[], now: Date): Promise<readonly StoredClosedDay[]> {
  return endingAfter(executor, gameIds, now);
}

/** Days of these games that end after an instant, past ones too; in their order. */
async function endingAfter(executor: StudioExecutor, gameIds: readonly string[], since: Date): Promise<readonly StoredClosedDay[]> {
  if (gameIds.length === 0) return [];
  return executor
    .selectFrom('studio_closed_day')
    .selectAll()
    .where('game_id', 'in', [...gameIds])
    .where('ends_at', '>', since)
    .orderBy('starts_at')
    .execute();
}

/** Spans without draws of a game from an instant on, past ones too. */
export async function closedSpansSince(executor: StudioExecutor, gameId: string, since: Date): Promise<readonly ClosedSpan[]> {
  return (await endingAfter(executor, [gameId], since)).map(spanOf);
}

export function spanOf({ starts_at, ends_at }: Pick<StoredClosedDay, 'starts_at' | 'ends_at'>): ClosedSpan {
  return { from: starts_at.getTime(), until: ends_at.getTime() };
}

/** The days as they are published. */
export function presentClosedDays(rows: readonly StoredClosedDay[]): readonly ClosedDay[] {
  return rows.slice(0, LISTED_CLOSED_DAYS).map(({ day, reason }) => ({ day, reason }));
}
