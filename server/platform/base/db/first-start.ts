import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasDatabaseFiles } from './damage.ts';
import { DirectoryRefused } from './directory-refused.ts';
import { flush, flushTree } from './flush.ts';

/** Exists while the first start creates the database's files: nothing is committed yet, so they may be created again. */
const MARK = 'lagoon.unfinished';
/** Exists until the first data of a database is complete: no caller has used it yet, so it may be created again. */
const SEED_MARK = 'lagoon.unseeded';
/** Lock and marks; all other files in the folder belong to the database. */
const OWN_FILE = /^lagoon\./;

/**
 * Throws if the folder has no database although a data key was created with one: the database was removed or is not mounted, and a new empty
 * one would replace it unnoticed. An interrupted first start has no key yet, or the mark of its missing data.
 */
export function refuseRemovedDatabase(dir: string, keyFile: string): void {
  if (hasDatabaseFiles(dir) || !existsSync(keyFile) || existsSync(join(dir, SEED_MARK))) return;
  throw new DirectoryRefused(
    `There is no database in ${dir}, but the key of one in ${keyFile}. Nothing was created. If the database is elsewhere, put or mount it there. To restore a backup: move the key away (mv ${keyFile} ${keyFile}.kept) if the backup contains it, then npm run restore -- FILE. To begin with an empty database: remove ${dirname(keyFile)} too (docs/deploy.md, "A removed database").`,
  );
}

/**
 * Returns true if the folder has no database; the caller then creates it. With `seeds` it also fills it, and calls `endSeed`: until then the
 * next start with `seeds` creates it again.
 */
export function beginFirstStart(dir: string, seeds: boolean): boolean {
  const mark = join(dir, MARK);
  const seedMark = join(dir, SEED_MARK);
  if (existsSync(mark) || (seeds && existsSync(seedMark))) removeDatabase(dir);
  else if (hasDatabaseFiles(dir)) return false;
  for (const path of seeds ? [mark, seedMark] : [mark]) writeFileSync(path, '', { mode: 0o600 });
  flush(dir);
  return true;
}

/** The engine writes its first files before flushing is enabled. */
export function endFirstStart(dir: string): void {
  flushTree(dir);
  rmSync(join(dir, MARK));
  flush(dir);
}

/** All data of the first start are in the database and flushed. */
export function endSeed(dir: string): void {
  const seedMark = join(dir, SEED_MARK);
  if (!existsSync(seedMark)) return;
  rmSync(seedMark);
  flush(dir);
}

function removeDatabase(dir: string): void {
  for (const name of readdirSync(dir)) if (!OWN_FILE.test(name)) rmSync(join(dir, name), { recursive: true });
}
