import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** PostgreSQL's procedure for copying the data folder of a running database. */
export interface OnlineBackup {
  /** Afterwards the folder may be copied in any order, except its log (`pg_wal`). */
  start(): Promise<void>;
  /** Ends the backup; the text becomes the file `backup_label` of the copy. The log is copied afterwards, before `release`. */
  stop(): Promise<string>;
  /** Allows the removal of old log files again. Also ends a backup that was not stopped. */
  release(): Promise<void>;
}

/** `pauseCheckpoints` keeps the required log until the returned function is called. */
export function createOnlineBackup(db: Database, pauseCheckpoints: () => () => void): OnlineBackup {
  let resume: (() => void) | undefined;
  let isRunning = false;
  return {
    async start() {
      if (resume) throw new Error('Another backup is running.');
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
