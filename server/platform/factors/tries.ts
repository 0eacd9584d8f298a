import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** Wrong codes that a member may show within the window; a right one starts it anew. */
const MOST_TRIES = 5;
const WINDOW_MINUTES = 15;
const WINDOW_MS = WINDOW_MINUTES * 60_000;

/**
 * Counts a try before its code is looked at, so that guesses made at once are all counted. Refuses with `factor_locked`
 * until the window is over. Not in the transaction that looks at the code: what it takes back must stay counted.
 */
export async function countTry(executor: Executor, memberId: string, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_MS);
  const { rows } = await sql`
    insert into factor_try as f (member_id, tries, first_at) values (${memberId}, 1, ${now})
    on conflict (member_id) do update set
      tries = case when f.first_at <= ${windowStart} then 1 else f.tries + 1 end,
      first_at = case when f.first_at <= ${windowStart} then ${now} else f.first_at end
    where f.first_at <= ${windowStart} or f.tries < ${MOST_TRIES}
    returning tries`.execute(executor);
  if (rows.length > 0) return;
  const row = await executor.selectFrom('factor_try').select('first_at').where('member_id', '=', memberId).executeTakeFirst();
  const left = (row?.first_at ?? now).getTime() + WINDOW_MS - now.getTime();
  throw new Refusal('factor_locked', { minutes: Math.min(WINDOW_MINUTES, Math.max(1, Math.ceil(left / 60_000))) });
}

export async function forgetTries(executor: Executor, memberId: string): Promise<void> {
  await executor.deleteFrom('factor_try').where('member_id', '=', memberId).execute();
}

export async function sweepTries(executor: Executor, now: Date): Promise<void> {
  await executor
    .deleteFrom('factor_try')
    .where('first_at', '<=', new Date(now.getTime() - WINDOW_MS))
    .execute();
}
