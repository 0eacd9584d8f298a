import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';

/** Consecutive wrong tries, each within the lock time of the previous one. */
export const MOST_TRIES = 5;
export const LOCK_MINUTES = 30;
const LOCK_MS = LOCK_MINUTES * 60_000;
/**
 * Longer than a comparison with its waiting time. A try that is still reserved then belongs to a process that was killed or lost its
 * database, and would block the member's money until the lock time has passed.
 */
const COMPARISON_MS = 60_000;

/**
 * Reserves a try before the comparison, so that concurrent guesses cannot exceed the limit. Refuses with `payment_password_locked` after
 * too many wrong tries, and with `server_busy` while as many are being compared, because one of them may be correct. Call it outside of a
 * transaction: a rollback would undo the count.
 */
export async function reserveTry(executor: Executor, memberId: string, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - LOCK_MS);
  const unfinishedUntil = new Date(now.getTime() - COMPARISON_MS);
  const { rows } = await sql`
    insert into payment_password_try as t (member_id, tries, wrong, last_at) values (${memberId}, 1, 0, ${now})
    on conflict (member_id) do update set
      tries = case when t.last_at <= ${windowStart} then 1 when t.last_at <= ${unfinishedUntil} then t.wrong + 1 else t.tries + 1 end,
      wrong = case when t.last_at <= ${windowStart} then 0 else t.wrong end,
      last_at = ${now}
    where t.last_at <= ${windowStart} or t.tries < ${MOST_TRIES} or (t.last_at <= ${unfinishedUntil} and t.wrong < ${MOST_TRIES})
    returning tries`.execute(executor);
  if (rows.length > 0) return;
  const row = await executor
    .selectFrom('payment_password_try')
    .select(['wrong', 'last_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row || row.wrong < MOST_TRIES) throw new Refusal('server_busy');
  const remainingMs = row.last_at.getTime() + LOCK_MS - now.getTime();
  throw lockedFor(Math.min(LOCK_MINUTES, Math.max(1, Math.ceil(remainingMs / 60_000))));
}

/** The reserved try was wrong; resolves with the number of consecutive wrong tries. */
export async function countWrongTry(executor: Executor, memberId: string): Promise<number> {
  const row = await executor
    .updateTable('payment_password_try')
    .set((eb) => ({ wrong: eb('wrong', '+', 1) }))
    .where('member_id', '=', memberId)
    .where((eb) => eb('wrong', '<', eb.ref('tries')))
    .returning('wrong')
    .executeTakeFirst();
  return row?.wrong ?? 1;
}

/** The reserved try was correct: resets the earlier wrong tries, keeps the reserved ones. */
export async function countRight(executor: Executor, memberId: string): Promise<void> {
  await executor
    .updateTable('payment_password_try')
    .set((eb) => ({ tries: sql<number>`tries - wrong - 1`, wrong: eb.lit(0) }))
    .where('member_id', '=', memberId)
    .where((eb) => eb('tries', '>', eb.ref('wrong')))
    .execute();
}

/** Releases a reserved try that was not compared. */
export async function releaseTry(executor: Executor, memberId: string): Promise<void> {
  await sql`update payment_password_try set tries = tries - 1 where member_id = ${memberId} and tries > wrong`.execute(executor);
}

export async function clearTries(executor: Executor, memberId: string): Promise<void> {
  await executor.deleteFrom('payment_password_try').where('member_id', '=', memberId).execute();
}

export function lockedFor(minutes: number): Refusal {
  return new Refusal('payment_password_locked', { minutes });
}
