import { setTimeout as pause } from 'node:timers/promises';
import { traced } from '../../../observe/tracing.ts';
import type { Database, Tx } from './database.ts';

/** Registers an effect outside of the database (an event, a log line). Effects run in order after the commit. */
export type AfterCommit = (effect: () => void) => void;

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 10;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/**
 * Runs the work in one transaction. After a deadlock or serialisation failure it is repeated with new effects: the work must change only
 * the database and use `afterCommit` for everything else.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>): Promise<T> {
  const { result, effects } = await commit(db, work);
  for (const effect of effects) effect();
  return result;
}

async function commit<T>(db: Database, work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>) {
  for (let attempt = 1; ; attempt += 1) {
    const effects: (() => void)[] = [];
    try {
      const result = await traced('transaction', { attempt }, () =>
        db.transaction().execute((tx) => work(tx, (effect) => effects.push(effect))),
      );
      return { result, effects };
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRetry(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

function isWorthRetry(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}
