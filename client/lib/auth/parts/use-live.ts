import { useSyncExternalStore } from 'react';

/** False in the server's HTML and in the first pass of the browser, which must match it; true from then on. */
export function useLive(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
