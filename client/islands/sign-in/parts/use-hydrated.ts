import { useSyncExternalStore } from 'react';

/** False on the server and in the first render of the browser, which must match; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
