import { type AfterCommit, type Database, inTransaction, type Tx } from '../base/db/index.ts';
import { type LogDeps, writeLog } from './log.ts';
import type { LogAction } from './log-actions.ts';
import type { ConsoleInput } from './pages/page.ts';

export interface AuditDeps extends LogDeps {
  readonly db: Database;
}

/** What the log entry states besides operator and time. */
export interface AuditEntry {
  readonly action: LogAction;
  readonly object: string;
  readonly reason: string;
}

/**
 * Runs the work and writes its log line in one transaction. The work's result becomes the detail of the log line: it must not hold secrets.
 */
export function withAuditLog<Detail extends object>(
  deps: AuditDeps,
  { session, address }: Pick<ConsoleInput, 'session' | 'address'>,
  auditEntry: AuditEntry,
  work: (tx: Tx, afterCommit: AfterCommit) => Promise<Detail>,
): Promise<Detail> {
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const detail = await work(tx, afterCommit);
    await writeLog(tx, deps, { ...auditEntry, operator: session.name, address, detail });
    return detail;
  });
}
