import type { Database, Tx } from '../db/database.ts';
import { type AfterCommit, inTransaction } from '../db/transaction.ts';
import { type LogDeps, writeLog } from './log.ts';
import type { ConsoleInput } from './page.ts';

export interface ActDeps extends LogDeps {
  readonly db: Database;
}

/** What goes into the log beside who and when. */
export interface Act {
  readonly action: string;
  readonly object: string;
  readonly reason: string;
}

/**
 * Does one thing and writes it down, both or neither. What the work answers with stands in the log's detail: what matters
 * of it, secrets never.
 */
export function acted<Detail extends object>(
  deps: ActDeps,
  { session, address }: Pick<ConsoleInput, 'session' | 'address'>,
  act: Act,
  work: (tx: Tx, afterCommit: AfterCommit) => Promise<Detail>,
): Promise<Detail> {
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const detail = await work(tx, afterCommit);
    await writeLog(tx, deps, { ...act, operator: session.name, address, detail });
    return detail;
  });
}
