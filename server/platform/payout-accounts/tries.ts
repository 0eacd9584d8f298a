import { sql } from 'kysely';
import type { Executor } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** Accounts that one member may try to add within the window, accepted or not. */
export const MOST_TRIES = 10;
const WINDOW_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * Counts a try to add an account, outside of the transaction that adds it: many tries look for numbers of other people.
 * Refuses with `payout_account_too_many` (`hours` until the next one).
 */
export async function countTry(executor: Executor, memberId: string, now: Date): Promise<void> {
  const windowStart = new Date(now.getTime() - WINDOW_HOURS * HOUR_MS);
  const { rows } = await sql`
    insert into payout_account_try as t (member_id, tries, first_at) values (${memberId}, 1, ${now})
    on conflict (member_id) do update set
      tries = case when t.first_at <= ${windowStart} then 1 else t.tries + 1 end,
      first_at = case when t.first_at <= ${windowStart} then ${now} else t.first_at end
    where t.first_at <= ${windowStart} or t.tries < ${MOST_TRIES}
    returning tries`.execute(executor);
  if (rows.length > 0) return;
  const row = await executor.selectFrom('payout_account_try').select('first_at').where('member_id', '=', memberId).executeTakeFirst();
  const left = (row?.first_at ?? now).getTime() + WINDOW_HOURS * HOUR_MS - now.getTime();
  throw new Refusal('payout_account_too_many', { hours: Math.min(WINDOW_HOURS, Math.max(1, Math.ceil(left / HOUR_MS))) });
}
