import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { lockDirectory } from './directory-lock.ts';
import { createStatements } from './pglite-statements.ts';
import { SyncNodeFS } from './sync-node-fs.ts';

export interface EngineResult {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly Record<string, unknown>[];
}

/** One session of the embedded database, in this thread or behind a worker. One query at a time is the caller's duty. */
export interface Engine {
  /** With `begins` the statement is the first one of a transaction. */
  query(text: string, values: readonly unknown[], begins?: boolean): Promise<EngineResult>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** Folder of the data; absent: in memory. */
  readonly dir?: string | undefined;
  /** A dump that an in-memory database starts from. */
  readonly template?: Blob | undefined;
}

export interface OpenedEngine {
  readonly engine: Engine;
  readonly pglite: PGlite;
  /** False when the flush could not be proved; the caller warns. Always false in memory. */
  readonly flushes: boolean;
}

/** `fdatasync` is a no-op in PGlite's file layer, hence the plain fsync for the log. */
const FLUSHING = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'];

/** Opens PGlite. On disk: exclusive folder lock, real flush, and the proof that a commit flushes. */
export async function openPgliteEngine({ dir, template }: EngineOptions): Promise<OpenedEngine> {
  if (dir === undefined) {
    const pglite = await PGlite.create({ parsers: parsersOfPg(), ...(template ? { loadDataDir: template } : {}) });
    return { engine: toEngine(pglite, async () => undefined), pglite, flushes: false };
  }
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(dir);
  try {
    const isNew = !existsSync(join(dir, 'PG_VERSION'));
    const fs = new SyncNodeFS(dir);
    const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), ...FLUSHING];
    const pglite = await PGlite.create({ fs, startParams, parsers: parsersOfPg() });
    if (isNew) flushTree(dir);
    return { engine: toEngine(pglite, lock.release), pglite, flushes: await provesFlush(pglite, fs) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function toEngine(pglite: PGlite, release: () => Promise<void>): Engine {
  const statements = createStatements(pglite);

  async function plain(text: string, begins: boolean) {
    if (begins) await pglite.exec('begin');
    // In front of the change: after an error in a transaction nothing else would be heard.
    if (!KEEPS_TABLES.test(text)) await statements.forget();
    const result = (await pglite.exec(text)).at(-1);
    return { rows: (result?.rows ?? []) as Record<string, unknown>[], affectedRows: result?.affectedRows ?? 0 };
  }

  return {
    async query(text, values, begins = false) {
      const { rows, affectedRows } =
        values.length === 0 ? await plain(text, begins) : await statements.run(text, values.map(toParameter), begins);
      const command = /^\s*(?:\/\*.*?\*\/\s*)*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? '';
      return { command, rowCount: affectedRows || rows.length, rows };
    },
    async close() {
      await pglite.close();
      await release();
    },
  };
}

/** How a statement begins that leaves the tables as they are. */
const KEEPS_TABLES =
  /^\s*(?:\/\*.*?\*\/\s*)*(?:begin|commit|rollback|savepoint|release|select|insert|update|delete|with|explain|truncate|set|show)\b[^;]*;?\s*$/i;

/** `pg` writes these types itself; PGlite's writers depend on the type of the column. */
function toParameter(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  return value;
}

/** The parsers of `pg`, so that both engines give the same JavaScript types: int8 and numeric are strings. */
function parsersOfPg(): Record<number, (text: string) => unknown> {
  return Object.fromEntries(Object.values(pg.types.builtins).map((type) => [type, pg.types.getTypeParser(type, 'text')]));
}

async function provesFlush(pglite: PGlite, fs: SyncNodeFS): Promise<boolean> {
  await pglite.exec('create table if not exists engine_start (at timestamptz not null)');
  const before = fs.syncs;
  await pglite.exec('delete from engine_start; insert into engine_start values (now())');
  return fs.syncs > before;
}

/** The first start writes its files before the flush is on. */
function flushTree(path: string): void {
  if (statSync(path).isDirectory()) for (const entry of readdirSync(path)) flushTree(join(path, entry));
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
