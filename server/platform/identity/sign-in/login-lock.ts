import { sql } from 'kysely';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';

/** Failures count until half an hour has passed since the last one (GLI-19 2.5.3). */
const WINDOW_MS = 30 * MINUTE_MS;
/** Lane of all unknown devices; a known device has its own. */
export const SHARED_LANE = '';

/** Failures are counted per name and lane: one lane per known device, and one for all others. */
export interface TryKey {
  readonly merchant: string;
  readonly accountKey: string;
  readonly lane: string;
}

export interface LockRules {
  readonly lockFailures: number;
  readonly lockMinutes: number;
}

export interface ReservedTry {
  /** False: the name is locked in this lane, and the password must not be compared. */
  readonly allowed: boolean;
  /** This try locks the lane unless it succeeds. */
  readonly locks: boolean;
}

/**
 * Counts a try before the password is compared, whether or not the name exists: concurrent tries of several processes cannot exceed
 * `lockFailures`. A running lock changes neither counter nor end, but the row is still written, because a commit with a write takes
 * longer.
 */
export async function reserveTry(executor: Executor, key: TryKey, rules: LockRules, now: Date): Promise<ReservedTry> {
  const { lockFailures: limit, lockMinutes } = rules;
  const isLocked = sql`(f.locked_until is not null and f.locked_until > ${now})`;
  const isExpired = sql`(coalesce(f.locked_until, f.last_at + ${WINDOW_MS}::integer * interval '1 millisecond') <= ${now})`;
  const lockEnd = new Date(now.getTime() + lockMinutes * MINUTE_MS);
  const { rows } = await sql<{ failures: number }>`
    insert into login_failure as f (merchant, account_key, lane, failures, last_at)
    values (${key.merchant}, ${key.accountKey}, ${key.lane}, 1, ${now})
    on conflict (merchant, account_key, lane) do update set
      failures = case when ${isLocked} then ${limit}::integer + 1 when ${isExpired} then 1 else least(f.failures, ${limit}::integer) + 1 end,
      last_at = case when ${isLocked} then f.last_at else ${now} end,
      locked_until = case
        when ${isLocked} then f.locked_until
        when not ${isExpired} and f.failures + 1 >= ${limit}::integer then ${lockEnd}::timestamptz
      end
    returning failures`.execute(executor);
  const failures = rows[0]?.failures ?? limit + 1;
  return { allowed: failures <= limit, locks: failures === limit };
}

/** Failures that still count; above the limit during a lock. */
export async function countFailures(executor: Executor, key: TryKey, now: Date): Promise<number> {
  const row = await executor
    .selectFrom('login_failure')
    .select(['failures', 'last_at', 'locked_until'])
    .where('merchant', '=', key.merchant)
    .where('account_key', '=', key.accountKey)
    .where('lane', '=', key.lane)
    .executeTakeFirst();
  if (!row) return 0;
  const end = row.locked_until ?? new Date(row.last_at.getTime() + WINDOW_MS);
  return end > now ? row.failures : 0;
}

/** Resets this lane after a success. */
export async function clearLane(executor: Executor, { merchant, accountKey, lane }: TryKey): Promise<void> {
  await executor
    .deleteFrom('login_failure')
    .where('merchant', '=', merchant)
    .where('account_key', '=', accountKey)
    .where('lane', '=', lane)
    .execute();
}

/** Resets all lanes of a name. */
export async function clearFailures(executor: Executor, { merchant, accountKey }: Omit<TryKey, 'lane'>): Promise<void> {
  await executor.deleteFrom('login_failure').where('merchant', '=', merchant).where('account_key', '=', accountKey).execute();
}

/** Removes expired failures. */
export async function sweepFailures(executor: Executor, now: Date): Promise<void> {
  await executor
    .deleteFrom('login_failure')
    .where('last_at', '<=', new Date(now.getTime() - WINDOW_MS))
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .execute();
}

/** Queued tries per name. */
const QUEUE_LENGTH = 10;

/** Runs one try per name at a time, so that guesses at one name cannot fill the common hashing queue. */
export function createPerNameQueue(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { lastTask: Promise<unknown>; length: number }>();
  return (name, work) => {
    const queue = queues.get(name) ?? { lastTask: Promise.resolve(), length: 0 };
    if (queue.length >= QUEUE_LENGTH) return Promise.reject(new Refusal('server_busy'));
    const result = queue.lastTask.then(work, work);
    const release = () => {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(name);
    };
    queue.lastTask = result.then(release, release);
    queue.length += 1;
    queues.set(name, queue);
    return result;
  };
}
