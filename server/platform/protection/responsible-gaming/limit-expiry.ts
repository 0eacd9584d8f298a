import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { LimitPeriod } from '../../../../shared/rules/protection.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import type { ActiveLimit } from './rules.ts';
import type { Snapshot } from './snapshot.ts';

const ROLLING_MS: Readonly<Record<Exclude<LimitPeriod, 'month'>, number>> = { day: DAY_MS, week: 7 * DAY_MS };
const COLUMN = { deposit: 'deposits', stake: 'stakes', loss: 'losses', session: 'seconds' } as const;

/**
 * Time from which a limit allows the same request again, provided that nothing else is posted; null: never, because it exceeds the limit
 * itself. `units` is an amount of money, or 0 for a limit of time. Called after a refusal only.
 */
export async function allowedAgainAt(
  executor: Executor,
  memberId: string,
  limit: ActiveLimit,
  snapshot: Snapshot,
  units: Units,
  now: Date,
): Promise<Date | null> {
  const { kind, period } = limit;
  const headroom = kind === 'session' ? limit.value * 60n - 1n : limit.value - units;
  if (headroom < 0n) return null;
  if (period === 'month') return startOfNextMonth(executor, snapshot.timeZone, now);
  const column = COLUMN[kind];
  // Sums leave the rolling window minute by minute: the first minute with a sufficient sum frees enough.
  const excess = snapshot.life[column] - headroom;
  const row = await executor
    .selectFrom('protection_minute')
    .select('minute')
    .where('member_id', '=', memberId)
    .where('minute', '>=', new Date(Math.floor((now.getTime() - ROLLING_MS[period]) / MINUTE_MS) * MINUTE_MS))
    .where(sql<boolean>`${sql.ref(column)} >= ${excess.toString()}::bigint`)
    .orderBy('minute')
    .executeTakeFirst();
  // Only time played since the last sign of play explains the refusal. It is counted with the next sign.
  if (!row) return new Date(now.getTime() + ROLLING_MS[period]);
  return new Date(row.minute.getTime() + MINUTE_MS + ROLLING_MS[period]);
}

async function startOfNextMonth(executor: Executor, timeZone: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select (date_trunc('month', ${now.toISOString()}::timestamptz at time zone ${timeZone}::text)
    + interval '1 month') at time zone ${timeZone}::text as at`.execute(executor);
  if (!rows[0]) throw new Error('month query returned no row');
  return rows[0].at;
}
