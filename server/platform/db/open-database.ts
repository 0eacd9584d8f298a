import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { createOnlineBackup, type OnlineBackup } from './backup/online-backup.ts';
import type { Database } from './database.ts';
import { checkpointRegularly } from './embedded-checkpoint.ts';
import { openPgliteEngine } from './pglite-engine.ts';
import { createPglitePool } from './pglite-pool.ts';
import { openPgliteInWorker } from './pglite-remote.ts';
import { PreparingClient } from './prepared.ts';
import type { Tables } from './schema.ts';

export interface DatabaseOptions {
  /** PostgreSQL; wins over `dir`. */
  readonly url?: string | undefined;
  /** Folder of the embedded database; absent: in memory, for tests. */
  readonly dir?: string | undefined;
  /** `worker` needs the built `pglite-worker.js` beside this file; `same` is for what runs from source. */
  readonly thread?: 'worker' | 'same';
  /** A dump that an in-memory database starts from. */
  readonly template?: Blob;
  /** Most connections to PostgreSQL. */
  readonly poolSize?: number;
  /** Whoever has got no connection by then goes without. */
  readonly connectMs?: number;
  /** A server that has answered nothing for so long is cut off. */
  readonly silenceMs?: number;
  /** Statements may take as long as they do. */
  readonly patient?: boolean;
  readonly log?: Pick<Logger, 'info' | 'warn' | 'error'> | undefined;
  /** Called once when the folder of the embedded database was taken by another process: this one has to end. */
  readonly onLost?: ((reason: Error) => void) | undefined;
}

/** What can be seen of a database from outside of its queries. */
export interface DatabaseWatch {
  /** Sessions in use, at rest, and callers that wait for one. */
  readonly connections: () => { readonly used: number; readonly idle: number; readonly waiting: number };
  /** Hears of every statement once somebody has put a listener here. */
  onQuery: ((milliseconds: number, failed: boolean) => void) | undefined;
}

export interface OpenedDatabase {
  readonly watch: DatabaseWatch;
  readonly db: Database;
  readonly engine: 'postgres' | 'embedded';
  /** Of an embedded database on disk. */
  readonly backup?: OnlineBackup | undefined;
  close(): Promise<void>;
}

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** A server that has not even given a statement up by then is not there any more. */
const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;
/** Joined at run time so that the bundler leaves the name alone. */
const WORKER_FILE = 'pglite-worker.js';

/** Opens the database and proves that it answers. Migrations are the caller's next step (`migrate`). */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  return options.url === undefined ? openEmbedded(options) : openPostgres(options.url, options);
}

async function openPostgres(
  url: string,
  { log, patient, silenceMs = SILENCE_TIMEOUT_MS, connectMs = CONNECT_TIMEOUT_MS, poolSize = POOL_SIZE }: DatabaseOptions,
): Promise<OpenedDatabase> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // Migrations take the time that they need.
    ...(!patient && { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: silenceMs }),
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    application_name: 'lagoon',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log?.warn({ err: error }, 'an idle database connection was lost'));
  // One that breaks between two statements of a transaction is nobody's idle one: its next statement fails, the process must not.
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.warn({ err: error }, 'a database connection was lost'));
  });
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }
  const used = () => pool.totalCount - pool.idleCount;
  const watch = watchOf(() => ({ used: used(), idle: pool.idleCount, waiting: pool.waitingCount }));
  const db = openKysely(pool, watch);
  log?.info({ engine: 'postgres' }, 'database open');
  return { db, watch, engine: 'postgres', close: () => closeBoth(db, pool) };
}

async function openEmbedded({ dir, thread = 'same', template, log, onLost = () => undefined }: DatabaseOptions): Promise<OpenedDatabase> {
  const { engine, flushes, exposed } =
    thread === 'worker'
      ? await openPgliteInWorker({ dir }, new URL(WORKER_FILE, import.meta.url), { onLost, onBroken: (reason) => report(reason, log) })
      : await openPgliteEngine({ dir, template, lock: { onLost } });
  if (dir !== undefined && !flushes)
    log?.error('THE EMBEDDED DATABASE DOES NOT FLUSH TO DISK: a power cut can lose committed money. Use PostgreSQL (DATABASE_URL).');
  if (exposed.length > 0)
    log?.error(
      { paths: exposed.length, first: exposed[0] },
      'OTHER USERS OF THIS MACHINE CAN READ THE DATABASE: its modes could not be changed',
    );
  const pool = createPglitePool(engine);
  const watch = watchOf(pool.connections);
  const db = openKysely(pool, watch);
  log?.info({ engine: 'embedded', flushes: dir !== undefined && flushes }, 'database open');
  const checkpoints = dir === undefined ? undefined : checkpointRegularly(db, log);
  const close = () => {
    checkpoints?.end();
    return closeBoth(db, pool);
  };
  const backup = checkpoints && createOnlineBackup(db, checkpoints.pause);
  return { db, watch, engine: 'embedded', backup, close };
}

function report(reason: Error | undefined, log: DatabaseOptions['log']): void {
  if (reason) log?.error({ err: reason }, 'the embedded database is opened again: it could not write');
  else log?.info('the embedded database writes again');
}

function watchOf(connections: DatabaseWatch['connections']): DatabaseWatch {
  return { connections, onQuery: undefined };
}

function openKysely(pool: PostgresPool, watch: DatabaseWatch): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, queryDurationMillis }) => watch.onQuery?.(queryDurationMillis, level === 'error'),
  });
}

/** Kysely ends its pool only if it has ever asked a question. */
async function closeBoth(db: Database, pool: { readonly ended: boolean; end(): Promise<void> }): Promise<void> {
  await db.destroy();
  if (!pool.ended) await pool.end();
}
