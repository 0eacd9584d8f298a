import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/**
 * Reads a store in an island. The first pass shows `initial`, the value that the server rendered with: an island that
 * comes alive late, after the store has moved on, must match its HTML first.
 */
export function useAtom<T>(store: ReadableAtom<T>, initial: T): T {
  return useSyncExternalStore(
    (changed) => store.listen(changed),
    () => store.get(),
    () => initial,
  );
}
