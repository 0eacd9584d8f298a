import { mkdirSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { makeOwnerOnly } from '../owner-only.ts';
import { refuseIncomplete, startFailure } from './damage.ts';
import { type DirectoryLock, type LockOptions, lockDirectory } from './directory-lock.ts';
import { beginFirstStart, endFirstStart } from './first-start.ts';
import { refuseMoved } from './move/moved-marker.ts';
import { createStatements } from './pglite-statements.ts';
import { SyncNodeFS } from './sync-node-fs.ts';

export interface EngineResult {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly Record<string, unknown>[];
}

/** One session of the embedded database, in this thread or behind a worker. The caller runs one query at a time. */
export interface Engine {
  /** With `begins` the statement starts a transaction. */
  query(text: string, values: readonly unknown[], begins?: boolean): Promise<EngineResult>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Data folder; absent: in memory. */
  readonly dir?: string;
  /** A dump as the initial state of an in-memory database. */
  readonly template?: Blob;
  readonly lock?: LockOptions;
  /** As in `DatabaseOptions`. */
  readonly seeds?: boolean;
}

export interface OpenedEngine {
  readonly engine: Engine;
  readonly pglite: PGlite;
  /** False if the flush could not be verified; the caller warns. Always false in memory. */
  readonly flushes: boolean;
  /** Paths of the folder that other users of the machine can still read or write. */
  readonly exposed: readonly string[];
}

/** `fdatasync` does nothing in PGlite's file layer, hence plain fsync for the log. */
const FLUSHING = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];
/** Pages are in the file cache of the system as well: the usual 128 MB would only make the process larger. */
const SMALL = ['-c', 'shared_buffers=32MB'];

/**
 * Opens PGlite. On disk: exclusive access to the folder, checked before each write; owner-only files; real flushes, with a check that a
 * commit flushes.
 */
export async function openPgliteEngine({ dir, template, lock: lockOptions, seeds = false }: EngineOptions): Promise<OpenedEngine> {
  if (dir === undefined) {
    const pglite = await PGlite.create({ parsers: parsersOfPg(), ...(template ? { loadDataDir: template } : {}) });
    return { engine: toEngine(pglite), pglite, flushes: false, exposed: [] };
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(dir, lockOptions);
  try {
    refuseMoved(dir);
    const isNew = beginFirstStart(dir, seeds);
    if (!isNew) {
      refuseIncomplete(dir);
      makeOwnerOnly(dir);
    }
    const fs = new SyncNodeFS(dir, lock);
    const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...FLUSHING, ...SMALL];
    const pglite = await PGlite.create({ fs, startParams, parsers: parsersOfPg() }).catch((error: unknown) => {
      throw fs.stopped ?? fs.unwritten ?? (isNew || lock.lost ? error : startFailure(dir, fs.printed ?? []));
    });
    fs.printed = undefined;
    // Includes files created by the first start, before the file layer is replaced.
    const exposed = makeOwnerOnly(dir);
    if (isNew) endFirstStart(dir);
    return { engine: toEngine(pglite, { lock, fs }), pglite, flushes: await provesFlush(pglite, fs), exposed };
  } catch (error) {
    await lock.release();
    throw lock.lost ?? error;
  }
}

function toEngine(pglite: PGlite, disk?: { readonly lock: DirectoryLock; readonly fs: SyncNodeFS }): Engine {
  const statements = createStatements(pglite);

  async function plain(text: string, begins: boolean) {
    if (begins) await pglite.exec('begin');
    // Before the change: after an error in a transaction no further statement is accepted.
    if (!NON_DDL_STATEMENT.test(text)) await statements.clear();
    const result = (await pglite.exec(text)).at(-1);
    return { rows: (result?.rows ?? []) as Record<string, unknown>[], affectedRows: result?.affectedRows ?? 0 };
  }

  /** The reason why the engine is unusable; an interrupted engine cannot continue. */
  const end = () => disk?.lock.lost ?? disk?.fs.stopped;
  return {
    async query(text, values, begins = false) {
      const ended = end();
      if (ended) throw ended;
      try {
        const { rows, affectedRows } =
          values.length === 0 ? await plain(text, begins) : await statements.run(text, values.map(toParameter), begins);
        const command = /^\s*(?:\/\*.*?\*\/\s*)*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? '';
        return { command, rowCount: affectedRows || rows.length, rows };
      } catch (error) {
        throw end() ?? error;
      }
    },
    async close() {
      // Closing would write to a folder of another process, or use a broken engine.
      if (!end()) await pglite.close();
      await disk?.lock.release();
    },
  };
}

/** Statements that do not change tables. */
const NON_DDL_STATEMENT =
  /^\s*(?:\/\*.*?\*\/\s*)*(?:begin|commit|rollback|savepoint|release|select|insert|update|delete|with|explain|truncate|set|show)\b[^;]*;?\s*$/i;

/** `pg` formats these types itself; PGlite's serialisers depend on the column type. */
function toParameter(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  return value;
}

/** The parsers of `pg`, so that both engines return the same JavaScript types: int8 and numeric are strings. */
function parsersOfPg(): Record<number, (text: string) => unknown> {
  return Object.fromEntries(Object.values(pg.types.builtins).map((type) => [type, pg.types.getTypeParser(type, 'text')]));
}

async function provesFlush(pglite: PGlite, fs: SyncNodeFS): Promise<boolean> {
  await pglite.exec('create table if not exists engine_start (at timestamptz not null)');
  const before = { syncs: fs.syncs, checks: fs.checks };
  await pglite.exec('delete from engine_start; insert into engine_start values (now())');
  return fs.syncs > before.syncs && fs.checks > before.checks;
}
