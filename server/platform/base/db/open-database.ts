import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { defined } from '../../../kit/defined.ts';
import { createOnlineBackup, type OnlineBackup } from './backup/online-backup.ts';
import type { Database } from './database.ts';
import { checkpointRegularly } from './embedded-checkpoint.ts';
import { endSeed } from './first-start.ts';
import { openPgliteEngine } from './pglite-engine.ts';
import { createPglitePool } from './pglite-pool.ts';
import { openPgliteInWorker } from './pglite-remote.ts';
import { PreparingClient } from './prepared.ts';
import type { Tables } from './tables.ts';

export interface DatabaseOptions {
  /** Address of PostgreSQL; overrides `dir`. */
  readonly url?: string;
  /** Folder of the embedded database; absent: in memory, for tests. */
  readonly dir?: string;
  /**
   * The caller adds the first data to a new embedded database, and then calls `endSeed`. If this was interrupted, the next start with `seeds`
   * creates the database again: nothing but the seed has used it.
   */
  readonly seeds?: boolean;
  /** `worker` needs the built `pglite-worker.js` next to this file; `same` is for running from source. */
  readonly thread?: 'worker' | 'same';
  /** A dump as the initial state of an in-memory database. */
  readonly template?: Blob;
  /** Maximum number of connections to PostgreSQL. */
  readonly poolSize?: number;
  /** Timeout for getting a connection. */
  readonly connectMs?: number;
  /** Timeout after which a server without a response is disconnected. */
  readonly silenceTimeoutMs?: number;
  /** No statement timeout. */
  readonly waitsForServer?: boolean;
  readonly log?: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Called once if another process has taken the folder of the embedded database, or it cannot be reopened: this process has to end. */
  readonly onLost?: (reason: Error) => void;
}

/** Observable state of a database besides its queries. */
export interface DatabaseWatch {
  /** Busy and idle sessions, and waiting callers. */
  readonly connections: () => { readonly used: number; readonly idle: number; readonly waiting: number };
  /** Called for every statement, if a listener is set. */
  onQuery: ((milliseconds: number, failed: boolean) => void) | undefined;
}

export interface OpenedDatabase {
  readonly watch: DatabaseWatch;
  readonly db: Database;
  readonly engine: 'postgres' | 'embedded';
  /** For an embedded database on disk. */
  readonly backup: OnlineBackup | undefined;
  /** The database has its first data (`DatabaseOptions.seeds`). */
  endSeed(): void;
  close(): Promise<void>;
}

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than the statement timeout: a server that has not even reported the timeout is unreachable. */
const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;
/** Joined at run time so that the bundler does not rewrite the name. */
const WORKER_FILE = 'pglite-worker.js';

/** Opens the database and checks that it responds. The caller runs the migrations next (`migrate`). */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  return options.url === undefined ? openEmbedded(options) : openPostgres(options.url, options);
}

async function openPostgres(
  url: string,
  { log, waitsForServer, silenceTimeoutMs = SILENCE_TIMEOUT_MS, connectMs = CONNECT_TIMEOUT_MS, poolSize = POOL_SIZE }: DatabaseOptions,
): Promise<OpenedDatabase> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // Migrations have no statement timeout.
    ...(!waitsForServer && { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: silenceTimeoutMs }),
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    application_name: 'lagoon',
  });
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on('error', (error) => log?.warn({ err: error }, 'idle database connection lost'));
  // For a connection that breaks between two statements of a transaction: the next statement fails, the process must not end.
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.warn({ err: error }, 'database connection lost'));
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
  return { db, watch, engine: 'postgres', backup: undefined, endSeed: () => undefined, close: () => closeBoth(db, pool) };
}

async function openEmbedded({
  dir,
  thread = 'same',
  template,
  seeds = false,
  log,
  onLost = () => undefined,
}: DatabaseOptions): Promise<OpenedDatabase> {
  const { engine, flushes, exposed } =
    thread === 'worker'
      ? await openPgliteInWorker({ dir, seeds }, new URL(WORKER_FILE, import.meta.url), {
          onLost,
          onBroken: (reason) => report(reason, log),
        })
      : await openPgliteEngine({ ...defined({ dir, template }), seeds, lock: { onLost } });
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
  return { db, watch, engine: 'embedded', backup, endSeed: () => dir !== undefined && endSeed(dir), close };
}

function report(reason: Error | undefined, log: DatabaseOptions['log']): void {
  if (reason) log?.error({ err: reason }, 'embedded database: stopped, reopening');
  else log?.info('embedded database: open again');
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

/** Kysely closes its pool only after a first query. */
async function closeBoth(db: Database, pool: { readonly ended: boolean; end(): Promise<void> }): Promise<void> {
  await db.destroy();
  if (!pool.ended) await pool.end();
}
