import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of group and others. */
export const OTHERS = 0o077;

/**
 * Removes all permissions of group and others in a folder with all contents. Returns the paths where this failed: owned by another user, or
 * on a file system without modes.
 */
export function makeOwnerOnly(path: string): string[] {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return [];
  const kept: string[] = [];
  if ((stat.mode & OTHERS) !== 0 && !restrict(path, stat.mode)) kept.push(path);
  if (stat.isDirectory()) for (const entry of readdirSync(path)) kept.push(...makeOwnerOnly(join(path, entry)));
  return kept;
}

function restrict(path: string, mode: number): boolean {
  if (process.platform === 'win32') return true;
  try {
    chmodSync(path, mode & 0o7700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
  return (lstatSync(path).mode & OTHERS) === 0;
}
