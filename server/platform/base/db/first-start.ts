import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasDatabaseFiles } from './damage.ts';
import { DirectoryRefused } from './directory-refused.ts';
import { flush, flushTree } from './flush.ts';

/** Exists while the first start creates the database's files: nothing is committed yet, so they may be created again. */
const MARK = 'lagoon.unfinished';
/** Lock and marks; all other files in the folder belong to the database. */
const OWN_FILE = /^lagoon\./;

/**
 * Throws if the folder has no database although a data key was created with one: the database was removed or is not mounted, and a new empty
 * one would replace it unnoticed. An interrupted first start has no key yet.
 */
export function refuseRemovedDatabase(dir: string, keyFile: string): void {
  if (hasDatabaseFiles(dir) || !existsSync(keyFile)) return;
  throw new DirectoryRefused(
    `There is no database in ${dir}, but the key of one in ${keyFile}. Nothing was created. If the database is elsewhere, put or mount it there. To restore a backup: move the key away (mv ${keyFile} ${keyFile}.kept) if the backup contains it, then npm run restore -- FILE. To begin with an empty database: remove ${dirname(keyFile)} too (docs/deploy.md, "A removed database").`,
  );
}

/** Returns true if the folder has no database; the caller then creates it. */
export function beginFirstStart(dir: string): boolean {
  const mark = join(dir, MARK);
  if (existsSync(mark)) removeDatabase(dir);
  else if (hasDatabaseFiles(dir)) return false;
  writeFileSync(mark, '', { mode: 0o600 });
  flush(dir);
  return true;
}

/** The engine writes its first files before flushing is enabled. */
export function endFirstStart(dir: string): void {
  flushTree(dir);
  rmSync(join(dir, MARK));
  flush(dir);
}

function removeDatabase(dir: string): void {
  for (const name of readdirSync(dir)) if (!OWN_FILE.test(name)) rmSync(join(dir, name), { recursive: true });
}
