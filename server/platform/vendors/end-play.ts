import type { Executor } from '../db/database.ts';

/**
 * Nobody stakes for this member any more until a game is opened anew: vendor sessions and unused tickets expire now. Wins
 * and rollbacks of running rounds are posted all the same.
 */
export async function endPlay(executor: Executor, memberId: string, now: Date): Promise<void> {
  for (const table of ['vendor_session', 'vendor_ticket'] as const)
    await executor.updateTable(table).set({ expires_at: now }).where('member_id', '=', memberId).where('expires_at', '>', now).execute();
}
