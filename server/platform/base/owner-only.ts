import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of group and others. */
export const GROUP_AND_OTHERS = 0o077;

/** Errors of a path of another user, and of one on a read-only file system. */
const UNCHANGEABLE: readonly (string | undefined)[] = ['EPERM', 'EROFS'];

/**
 * Removes all permissions of group and others in a folder with all contents. Returns the paths where this failed: owned by another user, or
 * on a file system that is read-only or has no modes.
 */
export function makeOwnerOnly(path: string): string[] {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return [];
  const unrestricted: string[] = [];
  if ((stat.mode & GROUP_AND_OTHERS) !== 0 && !restrict(path, stat.mode)) unrestricted.push(path);
  if (stat.isDirectory()) for (const entry of readdirSync(path)) unrestricted.push(...makeOwnerOnly(join(path, entry)));
  return unrestricted;
}

function restrict(path: string, mode: number): boolean {
  if (process.platform === 'win32') return true;
  try {
    chmodSync(path, mode & 0o7700);
  } catch (error) {
    if (!UNCHANGEABLE.includes((error as NodeJS.ErrnoException).code)) throw error;
  }
  return (lstatSync(path).mode & GROUP_AND_OTHERS) === 0;
}
