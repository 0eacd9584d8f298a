import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../../migrate.ts';
import type { Database } from './database.ts';
import { type DatabaseWatch, openDatabase } from './open-database.ts';
import { openPgliteEngine } from './pglite-engine.ts';
import { createPglitePool } from './pglite-pool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Engine of the running test project. */
    engine: 'embedded' | 'postgres';
  }
}

export interface TestDatabase {
  readonly db: Database;
  readonly watch: DatabaseWatch;
  readonly engine: 'embedded' | 'postgres';
  /** Address of the database, on PostgreSQL only: for tests that open it a second time. */
  readonly url: string | undefined;
  close(): Promise<void>;
}

const SERVER = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** Tests with many callers on one row wait as long as the machine needs, instead of timing out. */
export const PATIENT_CONNECT = { connectMs: 120_000 };
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/test-databases/', import.meta.url));
/** Arbitrary number shared by all test processes, so that one at a time creates or copies a template. */
const TEMPLATE_LOCK = 7_203_119;

/** A new, migrated database for one test file, on the engine of the running project; default: embedded. */
export async function openTestDatabase({ poolSize = 10 }: { poolSize?: number } = {}): Promise<TestDatabase> {
  const engine = inject('engine') ?? 'embedded';
  if (engine === 'embedded') {
    const opened = await openDatabase({ template: new Blob([await embeddedTemplate()]) });
    return { db: opened.db, watch: opened.watch, engine, url: undefined, close: opened.close };
  }
  const name = `lagoon_test_${randomUUID().replaceAll('-', '')}`;
  await createFromTemplate(name);
  const url = withDatabase(name);
  const opened = await openDatabase({ url, poolSize, ...PATIENT_CONNECT });
  return {
    db: opened.db,
    watch: opened.watch,
    engine,
    url,
    async close() {
      await opened.close();
      await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Sources of the migrations; a change gives another template. */
const SOURCES = import.meta.glob<string>(['../../**/migrations/*.ts', '../../ledger/ledger-post.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const [name, text] of Object.entries(SOURCES)) hash.update(`${name}\n${text}\n`);
  return hash.digest('hex').slice(0, 16);
}

async function embeddedTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const file = `${CACHE}${fingerprint()}.tar`;
  if (existsSync(file)) return new Uint8Array(readFileSync(file));
  mkdirSync(CACHE, { recursive: true });
  const dump = await makeDump();
  const part = `${file}.${randomUUID()}`;
  writeFileSync(part, dump);
  renameSync(part, file);
  return dump;
}

/** Loads all features, so only where a template has to be made. */
async function loadMigrations() {
  return (await import('../../migrations.ts')).MIGRATIONS;
}

async function makeDump(): Promise<Uint8Array<ArrayBuffer>> {
  const { engine, pglite } = await openPgliteEngine({});
  const db = new Kysely({ dialect: new PostgresDialect({ pool: createPglitePool(engine) }) });
  await migrate(db, await loadMigrations());
  const dump = await pglite.dumpDataDir('none');
  await db.destroy();
  return new Uint8Array(await dump.arrayBuffer());
}

async function createFromTemplate(name: string): Promise<void> {
  const template = `lagoon_template_${fingerprint()}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount === 0) await makeTemplate(client, template);
    await client.query(`create database ${name} template ${template}`);
    // Flushing each commit to disk would take most of a test's time, and tests simulate no power failure.
    await client.query(`alter database ${name} set synchronous_commit = off`);
  });
}

/** Created under another name first, so that a half-migrated template is never used. */
async function makeTemplate(client: pg.Client, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const opened = await openDatabase({ url: withDatabase(draft), poolSize: 1 });
  try {
    await migrate(opened.db, await loadMigrations());
  } finally {
    await opened.close();
  }
  await client.query(`alter database ${draft} rename to ${template}`);
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(name: string): string {
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return url.href;
}
