import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../config/config-error.ts';
import type { Env } from '../config/env.ts';
import { url as readUrl } from '../config/read-value.ts';
import { migrateStudio } from '../games/migrations.ts';
import { migratePaysim } from '../paysim/migrations.ts';
import type { Database } from '../platform/base/db/index.ts';
import {
  CommitUnknown,
  DirectoryInUse,
  embeddedDir,
  MoveRefused,
  type MoveResult,
  migrate,
  moveDatabase,
  openDatabase,
  removeMovedMarker,
  writeMovedMarker,
} from '../platform/base/db/open.ts';
import { audit } from '../platform/ledger/index.ts';
import { MIGRATIONS } from '../platform/migrations.ts';
import { proveLog } from '../platform/operators/index.ts';
import { endProgram, startOrEnd } from './end-program.ts';

const USAGE = `npm run move -- URL
  URL          an empty PostgreSQL database, for example postgres://lagoon@db.example/lagoon (password: in the URL or in PGPASSWORD)
npm run move -- --undo-mark
               lets the service start on the folder again after a move`;

const BOOKS = {
  platform: (db: Database) => migrate(db, MIGRATIONS),
  studio: (db: Database) => migrateStudio(db as unknown as Kysely<unknown>),
  paysim: (db: Database) => migratePaysim(db as unknown as Kysely<unknown>),
};

/**
 * `npm run move -- URL`: copies the embedded database to PostgreSQL, all or nothing, and verifies the copy. Exit code 0: moved; 1: not; 2:
 * wrong usage; 3: unknown, because the connection broke at the commit.
 */
async function runMove(env: Env, [given, ...others]: readonly string[], print: (line: string) => void): Promise<number> {
  const dir = embeddedDir(env.dataDir);
  if (given === '--undo-mark' && others.length === 0) return undoMark(dir, print);
  if (given === undefined || others.length > 0 || given.startsWith('-')) {
    print(USAGE);
    return 2;
  }
  const startedAt = performance.now();
  try {
    const url = readUrl({ URL: given }, 'URL', ['postgres:', 'postgresql:']) as string;
    if (!existsSync(join(dir, 'PG_VERSION'))) throw new MoveRefused(`there is no database in ${dir}.`);
    const { tables, rows } = await move(env, dir, url, print);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    print(`Moved ${rows} rows of ${tables} tables in ${seconds} s; counts, contents, sequences and the audit are the same on both sides.`);
    printNextSteps(env, dir, nameOf(url), print);
    return 0;
  } catch (error) {
    if (error instanceof CommitUnknown) {
      print(`The outcome is unknown: ${error.message}. If the target has tables, the move is complete.`);
      print('If it is empty: npm run move -- --undo-mark, and move again. Until then the service does not start on the folder.');
      return 3;
    }
    print(`Nothing was moved: ${textOf(error)}`);
    if (error instanceof DirectoryInUse) print('Stop the service first.');
    return 1;
  }
}

async function move({ merchant }: Env, dir: string, url: string, print: (line: string) => void): Promise<MoveResult> {
  const opened = await openDatabase({ dir });
  const client = new pg.Client({ connectionString: url, application_name: 'lagoon-move', keepAlive: true });
  // A broken connection fails the next statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await moveDatabase({
      source: opened.db,
      target: client,
      books: BOOKS,
      prove: (db) => prove(db, merchant),
      print,
      beforeCommit: () => writeMovedMarker(dir, nameOf(url)),
      onRefused: () => void removeMovedMarker(dir),
    });
  } finally {
    await client.end().catch(() => undefined);
    await opened.close();
  }
}

/** Checks the trial balance and the operators' log; refuses books that do not balance. */
async function prove(db: Database, merchant: string): Promise<unknown> {
  const report = await audit(db);
  const log = await proveLog(db, merchant, {});
  const problems = log.broken === undefined ? report.differences : [...report.differences, log.broken];
  if (problems.length > 0) throw new MoveRefused(`the books do not balance (npm run audit): ${problems[0]}`);
  return { log, ...report, lines: report.lines.map((line) => ({ ...line, balance: String(line.balance) })) };
}

function printNextSteps(env: Env, dir: string, target: string, print: (line: string) => void): void {
  const key =
    env.dataKey === undefined
      ? `its data key stays ${join(env.dataDir, 'secrets', 'data-key')}: start with the same DATA_DIR, or give its text as DATA_KEY`
      : 'it needs the same DATA_KEY';
  print(`Start the service with DATABASE_URL set to ${target}; ${key}. Another key does not start.`);
  print(`${dir} is as it was and marked as moved: the service does not start on it. Keep it until the first backup of PostgreSQL.`);
}

function undoMark(dir: string, print: (line: string) => void): number {
  if (!removeMovedMarker(dir)) {
    print(`${dir} is not marked as moved.`);
    return 1;
  }
  print(`The mark is removed: the service starts on ${dir} again. It holds nothing of what happened in PostgreSQL since the move.`);
  return 0;
}

/** The address for display, without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host || 'this machine'}${pathname}`;
}

/** The error of a host with several addresses has a code and no text. */
function textOf(error: unknown): string {
  if (error instanceof ConfigError) return 'the URL is not that of a PostgreSQL database (postgres://user@host/database).';
  return error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : String(error);
}

/** Runs only as a program, through a symbolic link too. */
const program = process.argv[1];
if (program !== undefined && existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href) {
  process.umask(0o077);
  endProgram(await runMove((await startOrEnd()).env, process.argv.slice(2), (line) => console.log(line)));
}
