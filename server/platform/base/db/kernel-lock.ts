import { createRequire } from 'node:module';

/** `held`: another open file has the lock. `unavailable`: the platform or file system has no such locks. */
export type KernelLock = 'granted' | 'held' | 'unavailable';

/** One byte beyond the record, because Windows makes locked bytes unreadable for others. */
const LOCKED_AT = 65_536;
const LOCKED_BYTES = 1;

interface Extensions {
  tryLock(descriptor: number, offset: number, length: number): boolean;
}

let loaded: Extensions | undefined | null = null;

/**
 * Exclusive lock on the open file (an open file description lock on Linux). The kernel identifies the file by device and inode, so the lock
 * holds across mounts and namespaces, and releases it with the process.
 */
export function tryKernelLock(descriptor: number): KernelLock {
  if (loaded === null) loaded = load();
  if (!loaded) return 'unavailable';
  try {
    return loaded.tryLock(descriptor, LOCKED_AT, LOCKED_BYTES) ? 'granted' : 'held';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return 'held';
    return 'unavailable';
  }
}

/** The package has binaries for glibc, macOS and Windows; elsewhere (musl) only the heartbeat protects the folder. */
function load(): Extensions | undefined {
  try {
    return createRequire(import.meta.url)('fs-native-extensions') as Extensions;
  } catch {
    return undefined;
  }
}
