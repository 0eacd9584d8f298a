import { closeSync, fsyncSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns once a file, or the names in a folder, are on the disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A folder and everything below it. */
export function flushTree(path: string): void {
  if (statSync(path).isDirectory()) for (const entry of readdirSync(path)) flushTree(join(path, entry));
  flush(path);
}
