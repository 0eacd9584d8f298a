import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DirectoryRefused } from '../directory-refused.ts';
import { flush } from '../flush.ts';

const MARKER_FILE = 'lagoon.moved';

/** Marks the folder as moved, so that it is not opened again. `target` is for display and holds no password. */
export function writeMovedMarker(dir: string, target: string): void {
  writeFileSync(join(dir, MARKER_FILE), `${target}, ${new Date().toISOString()}\n`, { mode: 0o600 });
  flush(join(dir, MARKER_FILE));
  flush(dir);
}

/** False without a marker. */
export function removeMovedMarker(dir: string): boolean {
  if (!existsSync(join(dir, MARKER_FILE))) return false;
  rmSync(join(dir, MARKER_FILE));
  flush(dir);
  return true;
}

/** Throws for a moved folder: two databases that both take bets would diverge. */
export function refuseMoved(dir: string): void {
  const file = join(dir, MARKER_FILE);
  if (!existsSync(file)) return;
  throw new DirectoryRefused(
    `The database in ${dir} was moved to PostgreSQL (${readFileSync(file, 'utf8').trim()}). Set DATABASE_URL to that one. To go back to this folder, without anything that happened since: npm run move -- --undo-mark.`,
  );
}
