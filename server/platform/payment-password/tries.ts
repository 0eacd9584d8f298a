import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** Wrong tries in a row, each within the lock's time of the one before. */
export const MOST_TRIES = 5;
export const LOCK_MINUTES = 30;
const LOCK_MS = LOCK_MINUTES * 60_000;

/**
 * Counts a try before the digits are looked at, so that guesses made at once are all counted; answers with how many there
 * have been. Refuses with `payment_password_locked` when there are too many. Takes no transaction of the caller's: what that
 * takes back must stay counted.
 */
export async function countTry(executor: Executor, memberId: string, now: Date): Promise<number> {
  const fresh = new Date(now.getTime() - LOCK_MS);
  const { rows } = await sql<{ tries: number }>`
    insert into payment_password_try as t (member_id, tries, last_at) values (${memberId}, 1, ${now})
    on conflict (member_id) do update set
      tries = case when t.last_at <= ${fresh} then 1 else t.tries + 1 end,
      last_at = ${now}
    where t.last_at <= ${fresh} or t.tries < ${MOST_TRIES}
    returning tries`.execute(executor);
  const tries = rows[0]?.tries;
  if (tries !== undefined) return tries;
  const row = await executor.selectFrom('payment_password_try').select('last_at').where('member_id', '=', memberId).executeTakeFirst();
  const left = (row?.last_at ?? now).getTime() + LOCK_MS - now.getTime();
  throw lockedFor(Math.min(LOCK_MINUTES, Math.max(1, Math.ceil(left / 60_000))));
}

/** Takes a try back that told nothing: the digits have not been compared. */
export async function uncountTry(executor: Executor, memberId: string): Promise<void> {
  await sql`update payment_password_try set tries = tries - 1 where member_id = ${memberId} and tries > 1`.execute(executor);
}

export async function forgetTries(executor: Executor, memberId: string): Promise<void> {
  await executor.deleteFrom('payment_password_try').where('member_id', '=', memberId).execute();
}

export function lockedFor(minutes: number): Refusal {
  return new Refusal('payment_password_locked', { minutes });
}
