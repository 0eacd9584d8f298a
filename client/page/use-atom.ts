import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/**
 * Reads a store in an island. The first render returns `initial`, the value rendered by the server: an island hydrated
 * after the store has changed must match its HTML first.
 */
export function useAtom<T>(store: ReadableAtom<T>, initial: T): T {
  return useSyncExternalStore(
    (changed) => store.listen(changed),
    () => store.get(),
    () => initial,
  );
}
