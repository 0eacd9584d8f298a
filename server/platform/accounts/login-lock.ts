import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** GLI-19 2.5.3: three failures within thirty minutes lock for thirty minutes. */
const FAILURES = 3;
const WINDOW_MS = 30 * 60_000;

export interface AccountName {
  readonly merchant: string;
  readonly accountKey: string;
}

export async function isLocked(executor: Executor, name: AccountName, now: Date): Promise<boolean> {
  const row = await executor
    .selectFrom('login_failure')
    .select('locked_until')
    .where('merchant', '=', name.merchant)
    .where('account_key', '=', name.accountKey)
    .executeTakeFirst();
  return row?.locked_until != null && row.locked_until > now;
}

/** Counts one failure, whether or not a member has the name. While the lock stands the counter stands still. */
export async function countFailure(executor: Executor, { merchant, accountKey }: AccountName, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  const lockEnd = new Date(now.getTime() + WINDOW_MS);
  await sql`
    insert into login_failure as f (merchant, account_key, failures, first_at) values (${merchant}, ${accountKey}, 1, ${now})
    on conflict (merchant, account_key) do update set
      failures = case when f.locked_until is not null or f.first_at <= ${windowStart} then 1 else f.failures + 1 end,
      first_at = case when f.locked_until is not null or f.first_at <= ${windowStart} then ${now} else f.first_at end,
      locked_until = case when f.locked_until is null and f.first_at > ${windowStart} and f.failures + 1 >= ${FAILURES} then ${lockEnd}::timestamptz end
    where f.locked_until is null or f.locked_until <= ${now}`.execute(executor);
}

export async function clearFailures(executor: Executor, { merchant, accountKey }: AccountName): Promise<void> {
  await executor.deleteFrom('login_failure').where('merchant', '=', merchant).where('account_key', '=', accountKey).execute();
}

/** Forgets what no longer counts. */
export async function sweepFailures(executor: Executor, now: Date): Promise<void> {
  await executor
    .deleteFrom('login_failure')
    .where('first_at', '<=', new Date(now.getTime() - WINDOW_MS))
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .execute();
}

/** Tries that may wait for one name. */
const LANE_LENGTH = 10;

/** One at a time per name: several guesses at once are counted before the next is looked at. */
export function createLanes(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const lanes = new Map<string, { tail: Promise<unknown>; length: number }>();
  return (name, work) => {
    const lane = lanes.get(name) ?? { tail: Promise.resolve(), length: 0 };
    if (lane.length >= LANE_LENGTH) return Promise.reject(new Refusal('server_busy'));
    const result = lane.tail.then(work, work);
    const leave = () => {
      lane.length -= 1;
      if (lane.length === 0) lanes.delete(name);
    };
    lane.tail = result.then(leave, leave);
    lane.length += 1;
    lanes.set(name, lane);
    return result;
  };
}
