import type { Executor } from '../db/database.ts';

/**
 * Expires the member's vendor sessions and unused tickets: no stakes until a game is opened again. Wins and rollbacks of running rounds
 * still post.
 */
export async function endPlay(executor: Executor, memberId: string, now: Date): Promise<void> {
  for (const table of ['vendor_session', 'vendor_ticket'] as const)
    await executor.updateTable(table).set({ expires_at: now }).where('member_id', '=', memberId).where('expires_at', '>', now).execute();
}
