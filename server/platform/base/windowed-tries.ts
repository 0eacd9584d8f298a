import { sql } from 'kysely';
import type { Executor } from './db/index.ts';
import type { Refusal } from './refusal.ts';

interface TryRules {
  /** With the columns `member_id` (primary key), `tries` and `first_at`. */
  readonly table: 'factor_try' | 'payout_account_try';
  /** Tries per member within a window, which starts with the first try. */
  readonly max: number;
  readonly windowMs: number;
  /** `waitMs`: remaining time of the window. */
  readonly refuse: (waitMs: number) => Refusal;
}

/**
 * Counts tries of members. A try is counted before its outcome is known, so that concurrent tries are all counted, and outside of the
 * deciding transaction, so that a rollback does not undo the count.
 */
export interface WindowedTries {
  /** Throws the refusal if the window has no try left. */
  count(executor: Executor, memberId: string, now: Date): Promise<void>;
  forget(executor: Executor, memberId: string): Promise<void>;
  /** Deletes expired windows. */
  sweep(executor: Executor, now: Date): Promise<void>;
}

export function createWindowedTries({ table, max, windowMs, refuse }: TryRules): WindowedTries {
  const windowStart = (now: Date) => new Date(now.getTime() - windowMs);
  return {
    async count(executor, memberId, now) {
      const start = windowStart(now);
      const { rows } = await sql`
        insert into ${sql.table(table)} as t (member_id, tries, first_at) values (${memberId}, 1, ${now})
        on conflict (member_id) do update set
          tries = case when t.first_at <= ${start} then 1 else t.tries + 1 end,
          first_at = case when t.first_at <= ${start} then ${now} else t.first_at end
        where t.first_at <= ${start} or t.tries < ${max}
        returning tries`.execute(executor);
      if (rows.length > 0) return;
      const row = await executor.selectFrom(table).select('first_at').where('member_id', '=', memberId).executeTakeFirst();
      const wait = (row?.first_at ?? now).getTime() + windowMs - now.getTime();
      throw refuse(Math.min(windowMs, Math.max(1, wait)));
    },
    async forget(executor, memberId) {
      await executor.deleteFrom(table).where('member_id', '=', memberId).execute();
    },
    async sweep(executor, now) {
      await executor.deleteFrom(table).where('first_at', '<=', windowStart(now)).execute();
    },
  };
}
