import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasDatabaseFiles } from './damage.ts';
import { flush, flushTree } from './flush.ts';

/** Exists while the first start creates the database's files: nothing is committed yet, so they may be created again. */
const MARK = 'lagoon.unfinished';
/** Lock and marks; all other files in the folder belong to the database. */
const OWN_FILE = /^lagoon\./;

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
