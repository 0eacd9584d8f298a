import { MINUTE_MS } from '../../../shared/time.ts';
import type { Tx } from '../base/db/index.ts';
import { type LogDeps, writeOwnLog } from './log.ts';
import type { FailureAction } from './log-actions.ts';
import type { OperatorRow } from './operator-row.ts';

/** GLI-19 B.2.3 and 2.5.3: three consecutive failures within 30 minutes lock the account for 30 minutes. */
const MAX_FAILURES = 3;
const LOCK_MS = 30 * MINUTE_MS;

export function isLockedOut({ locked_until }: Pick<OperatorRow, 'locked_until'>, now: Date): boolean {
  return locked_until !== null && locked_until > now;
}

/** Counts a wrong password or code and writes its log line. The row must be locked by the transaction. */
export async function countFailure(tx: Tx, deps: LogDeps, row: OperatorRow, action: FailureAction, address: string): Promise<void> {
  const now = deps.clock.now();
  const recent = row.last_failure_at !== null && now.getTime() - row.last_failure_at.getTime() < LOCK_MS;
  const failures = (recent ? row.failures : 0) + 1;
  const locks = failures >= MAX_FAILURES;
  await tx
    .updateTable('operator')
    .set({ failures: locks ? 0 : failures, last_failure_at: now, ...(locks && { locked_until: new Date(now.getTime() + LOCK_MS) }) })
    .where('id', '=', row.id)
    .execute();
  await writeOwnLog(tx, deps, row, locks ? `${action}.locked` : action, address);
}
