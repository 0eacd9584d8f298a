import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';

export interface Preparation {
  /** Without a statement timeout. */
  readonly db: Database;
  /** Lets the next node prepare the database. */
  end(): Promise<void>;
}

/** Arbitrary number shared by all nodes. */
export const PREPARE_LOCK = 7_203_120;

/**
 * When several nodes start on PostgreSQL, one prepares the database and the others wait without a limit. The lock belongs to the session:
 * if the node is killed, its uncommitted changes are rolled back and the next node continues.
 */
export async function prepareInTurn(url: string, log: Pick<Logger, 'info'>): Promise<Preparation> {
  const client = new pg.Client({ connectionString: url, application_name: 'lagoon-prepare', keepAlive: true });
  // A lost connection surfaces with the next statement; migrations have a lock of their own.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [PREPARE_LOCK]);
  if (!rows[0]?.mine) {
    log.info('waiting for another node to prepare the database');
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
  }
  const opened = await openDatabase({ url, poolSize: 1, waitsForServer: true });
  let ending: Promise<void> | undefined;
  return {
    db: opened.db,
    end() {
      ending ??= opened.close().then(() => client.end());
      return ending;
    },
  };
}
