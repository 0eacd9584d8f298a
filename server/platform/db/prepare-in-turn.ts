import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';

export interface Preparation {
  /** Its statements may take as long as they do. */
  readonly db: Database;
  /** The next node may prepare the database now. */
  end(): Promise<void>;
}

/** Any number; all nodes share it. */
export const PREPARE_LOCK = 7_203_120;

/**
 * Of several nodes that start at once on PostgreSQL one prepares the database and the others wait, for as long as it takes. The
 * lock is the session's: should the node be killed in the middle, its session ends, what it had not committed is undone, and the
 * next one begins where it was.
 */
export async function prepareInTurn(url: string, log: Pick<Logger, 'info'>): Promise<Preparation> {
  const client = new pg.Client({ connectionString: url, application_name: 'lagoon-prepare', keepAlive: true });
  // Whoever holds the lock notices with the next statement; migrations have a lock of their own beside it.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [PREPARE_LOCK]);
  if (!rows[0]?.mine) {
    log.info('another node prepares the database');
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
  }
  const opened = await openDatabase({ url, poolSize: 1, patient: true });
  let ending: Promise<void> | undefined;
  return {
    db: opened.db,
    end() {
      ending ??= opened.close().then(() => client.end());
      return ending;
    },
  };
}
