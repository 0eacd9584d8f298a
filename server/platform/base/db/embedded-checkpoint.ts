import { sql } from 'kysely';
import type { Logger } from 'pino';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { createLoop } from '../../../kit/loop.ts';
import type { Database } from './database.ts';

/** Half a log segment, so that a checkpoint has little to write and is short. */
const CHECKPOINT_BYTES = 8 * 1024 * 1024;
const CHECK_INTERVAL_MS = MINUTE_MS;

export interface Checkpoints {
  end(): void;
  /** Keeps all log files until the returned function is called. */
  pause(): () => void;
}

/**
 * The embedded database has no background process for checkpoints. Without them the log grows until the next stop, 16 MB at a time; it is
 * replayed completely after a kill, and creating a 16 MB file blocks writers for up to a second on a slow disk. After a checkpoint the
 * files are reused.
 */
export function checkpointRegularly(db: Database, log: Pick<Logger, 'error'> | undefined): Checkpoints {
  let paused = 0;
  const checks = createLoop(
    async () => {
      try {
        if (paused === 0) await checkpointWhenGrown(db);
      } catch (error) {
        log?.error({ err: error }, 'embedded database: checkpoint failed');
      }
      return CHECK_INTERVAL_MS;
    },
    { firstAfterMs: CHECK_INTERVAL_MS },
  );
  checks.start();
  return {
    end: () => void checks.stop(),
    pause() {
      paused += 1;
      return () => {
        paused -= 1;
      };
    },
  };
}

/** Writes a checkpoint if the log has grown by this number of bytes since the last one; returns whether it did. */
export async function checkpointWhenGrown(db: Database, checkpointBytes = CHECKPOINT_BYTES): Promise<boolean> {
  const { rows } = await sql<{ grown: boolean }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) >= ${checkpointBytes}::bigint as grown from pg_control_checkpoint()`.execute(
    db,
  );
  if (!rows[0]?.grown) return false;
  await sql`checkpoint`.execute(db);
  return true;
}
