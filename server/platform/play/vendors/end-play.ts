import type { Executor } from '../../base/db/index.ts';
import { returnAfterSessions } from './transfer-wallet/vendor-wallet-store.ts';

const PLAY = ['vendor_session', 'vendor_ticket'] as const;

/**
 * Expires vendor sessions and unused tickets that ended sessions of the member opened; games of live sessions continue. Wins and
 * rollbacks of running rounds still post. Money at providers that keep balances comes back.
 */
export async function endPlay(executor: Executor, memberId: string, now: Date): Promise<void> {
  for (const table of PLAY)
    await executor
      .updateTable(table)
      .set({ expires_at: now })
      .where('member_id', '=', memberId)
      .where('expires_at', '>', now)
      .where((eb) => {
        const living = eb.selectFrom('member_session').select('id').where('member_id', '=', memberId).where('ended_at', 'is', null);
        // Rows of older versions have no session id.
        return eb.or([eb('session_id', 'is', null), eb('session_id', 'not in', living)]);
      })
      .execute();
  await returnAfterSessions(executor, memberId, now);
}

/** Moves open games from replaced sessions to the session that replaces them. */
export async function handPlayOn(executor: Executor, from: readonly string[], to: string): Promise<void> {
  if (from.length === 0) return;
  for (const table of [...PLAY, 'vendor_wallet'] as const)
    await executor.updateTable(table).set({ session_id: to }).where('session_id', 'in', from).execute();
}
