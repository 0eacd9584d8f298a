import { createRequire } from 'node:module';

/** `held`: another open file has it. `unavailable`: this platform or file system has no such locks. */
export type KernelLock = 'granted' | 'held' | 'unavailable';

/** One byte beyond the record, because Windows lets nobody else read what is locked. */
const LOCKED_AT = 65_536;
const LOCKED_BYTES = 1;

interface Extensions {
  tryLock(descriptor: number, offset: number, length: number): boolean;
}

let loaded: Extensions | undefined | null = null;

/**
 * Exclusive lock on the open file behind `descriptor` (an open file description lock on Linux). The kernel keeps it by device and
 * inode, so it holds across mounts, network namespaces and process namespaces, and ends it with the process.
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

/** The package ships binaries for glibc, macOS and Windows; elsewhere (musl) the heartbeat alone guards the folder. */
function load(): Extensions | undefined {
  try {
    return createRequire(import.meta.url)('fs-native-extensions') as Extensions;
  } catch {
    return undefined;
  }
}
