import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns when a file, or the entries of a folder, are on the disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A folder with all its contents. */
export function flushTree(path: string): void {
  if (statSync(path).isDirectory()) for (const entry of readdirSync(path)) flushTree(join(path, entry));
  flush(path);
}
