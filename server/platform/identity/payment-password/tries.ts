import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';

/** Consecutive wrong tries, each within the lock time of the previous one. */
export const MAX_TRIES = 5;
export const LOCK_MINUTES = 30;
const LOCK_MS = LOCK_MINUTES * MINUTE_MS;
/**
 * Longer than a comparison with its waiting time. A try that is still reserved then belongs to a process that was killed or lost its
 * database, and would block the member's money until the lock time has passed.
 */
const COMPARISON_MS = MINUTE_MS;

/**
 * Reserves a try before the comparison, so that concurrent guesses cannot exceed the limit, and resolves with its id. Refuses with
 * `payment_password_locked` after too many wrong tries, and with `server_busy` while as many are being compared, because one of them may
 * be correct. Call it outside of a transaction: a rollback would undo the count.
 */
export async function reserveTry(executor: Executor, memberId: string, now: Date): Promise<string> {
  const id = randomUUID();
  const windowStart = new Date(now.getTime() - LOCK_MS);
  const own = sql`jsonb_build_object(${id}::text, ${now.getTime()}::bigint)`;
  const wrong = sql`case when t.last_at <= ${windowStart} then 0 else t.wrong end`;
  const unfinished = sql`from jsonb_each(t.running) as r where r.value::bigint > ${now.getTime() - COMPARISON_MS}::bigint`;
  const { rows } = await sql`
    insert into payment_password_try as t (member_id, running, last_at) values (${memberId}, ${own}, ${now})
    on conflict (member_id) do update set
      wrong = ${wrong},
      running = (select coalesce(jsonb_object_agg(r.key, r.value), '{}') ${unfinished}) || ${own},
      last_at = ${now}
    where ${wrong} + (select count(*) ${unfinished}) < ${MAX_TRIES}
    returning member_id`.execute(executor);
  if (rows.length > 0) return id;
  const row = await executor
    .selectFrom('payment_password_try')
    .select(['wrong', 'last_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row || row.wrong < MAX_TRIES) throw new Refusal('server_busy');
  const remainingMs = row.last_at.getTime() + LOCK_MS - now.getTime();
  throw lockedFor(Math.min(LOCK_MINUTES, Math.max(1, Math.ceil(remainingMs / MINUTE_MS))));
}

/** The reserved try was wrong; resolves with the number of consecutive wrong tries. */
export async function countWrongTry(executor: Executor, memberId: string, id: string): Promise<number> {
  const row = await executor
    .updateTable('payment_password_try')
    .set((eb) => ({ wrong: eb('wrong', '+', 1), running: without(id) }))
    .where('member_id', '=', memberId)
    .returning('wrong')
    .executeTakeFirst();
  return row?.wrong ?? 1;
}

/** The reserved try was correct: resets the earlier wrong tries, keeps the other reserved ones. */
export async function countRight(executor: Executor, memberId: string, id: string): Promise<void> {
  await executor
    .updateTable('payment_password_try')
    .set({ wrong: 0, running: without(id) })
    .where('member_id', '=', memberId)
    .execute();
}

/** Releases a reserved try that was not compared. */
export async function releaseTry(executor: Executor, memberId: string, id: string): Promise<void> {
  await executor
    .updateTable('payment_password_try')
    .set({ running: without(id) })
    .where('member_id', '=', memberId)
    .execute();
}

function without(id: string) {
  return sql<Readonly<Record<string, number>>>`running - ${id}::text`;
}

export async function clearTries(executor: Executor, memberId: string): Promise<void> {
  await executor.deleteFrom('payment_password_try').where('member_id', '=', memberId).execute();
}

export function lockedFor(minutes: number): Refusal {
  return new Refusal('payment_password_locked', { minutes });
}
