import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DirectoryRefused } from './directory-refused.ts';

/** Files that every database folder has. */
const REQUIRED_FILES = ['PG_VERSION', 'global/pg_control', 'pg_wal', 'base', 'postgresql.conf'];
const CONTROL_BYTES = 8_192;
/** SQLSTATEs of missing, unreadable and corrupted files. */
const DAMAGE_CODES = new Set(['XX001', 'XX002', '58P01', '58030']);
const LOG_LINE = /\b(?:PANIC|FATAL|ERROR|LOG|DETAIL):\s+(.+)/;
/** Messages that follow from the first failure. */
const FOLLOW_UP_ERROR = /database system (?:was|is)|aborting startup|terminat/i;

export function hasDatabaseFiles(dir: string): boolean {
  return REQUIRED_FILES.some((name) => existsSync(join(dir, name)));
}

/** Throws if a file is missing or has an impossible length. */
export function refuseIncomplete(dir: string): void {
  for (const name of REQUIRED_FILES) if (!existsSync(join(dir, name))) throw damaged(dir, `${join(dir, name)} is missing`);
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (!/^\d+$/.test(version)) throw damaged(dir, `the file ${join(dir, 'PG_VERSION')} does not hold a version`);
  const control = join(dir, 'global/pg_control');
  const { size } = statSync(control);
  if (size !== CONTROL_BYTES) throw damaged(dir, `the file ${control} has ${size} bytes instead of ${CONTROL_BYTES}`);
}

/** Error for an engine that did not start; `printed` is its output with file and reason. */
export function startFailure(dir: string, printed: readonly string[]): DirectoryRefused {
  const reportedErrors = printed
    .map((line) => LOG_LINE.exec(line)?.[1])
    .filter((text) => text !== undefined && !FOLLOW_UP_ERROR.test(text));
  return damaged(dir, reportedErrors.length === 0 ? 'its engine does not start on it' : reportedErrors.join('; '));
}

/** Error for the person who starts the service, if a failed statement reveals a damaged file; otherwise undefined. */
export function damageFromError(dir: string, error: unknown): DirectoryRefused | undefined {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return typeof code === 'string' && DAMAGE_CODES.has(code) ? damaged(dir, `${message}`) : undefined;
}

function damaged(dir: string, reason: string): DirectoryRefused {
  return new DirectoryRefused(
    `The database in ${dir} is damaged: ${reason}. Check the disk; keep the folder (mv ${dir} ${dir}.damaged), and restore the last backup: npm run restore -- FILE (docs/deploy.md, "A damaged database").`,
  );
}
