import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** PostgreSQL's way to copy the folder of a database while it is written to. */
export interface OnlineBackup {
  /** From now on the folder may be copied, in any order, its log (`pg_wal`) excepted. */
  start(): Promise<void>;
  /** Ends it; the text becomes the file `backup_label` of the copy. The log is copied after this, before `release`. */
  stop(): Promise<string>;
  /** Lets the database remove old parts of its log again. Ends a backup that has not been stopped. */
  release(): Promise<void>;
}

/** `pauseCheckpoints` keeps the log that the copy needs until the function that it returns is called. */
export function createOnlineBackup(db: Database, pauseCheckpoints: () => () => void): OnlineBackup {
  let resume: (() => void) | undefined;
  let isRunning = false;
  return {
    async start() {
      if (resume) throw new Error('A backup is being made already.');
      resume = pauseCheckpoints();
      await sql`select pg_backup_start('lagoon', true)`.execute(db);
      isRunning = true;
    },
    async stop() {
      const { rows } = await sql<{ labelfile: string }>`select labelfile from pg_backup_stop(false)`.execute(db);
      isRunning = false;
      return rows[0]?.labelfile ?? '';
    },
    async release() {
      resume?.();
      resume = undefined;
      if (!isRunning) return;
      isRunning = false;
      await sql`select pg_backup_stop(false)`.execute(db);
    },
  };
}
