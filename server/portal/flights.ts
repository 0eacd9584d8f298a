/** Runs that several callers share. */
export interface Flights<T> {
  /** The run of this key, started if there is none. */
  join(key: string, start: () => Promise<T>): Promise<T>;
  /** The next caller of each key starts a new run. */
  clear(): void;
}

/** Longer than a page may wait for everything that it asks the platform. */
export const LONGEST_FLIGHT_MS = 30_000;

/**
 * One run of a key at a time. A run that is older than `longestMs` is not joined any more: should one never end, it holds its key
 * no longer than that. `now`: milliseconds on a clock that never goes back.
 */
export function createFlights<T>(now: () => number, longestMs = LONGEST_FLIGHT_MS): Flights<T> {
  const running = new Map<string, { readonly work: Promise<T>; readonly until: number }>();
  return {
    join(key, start) {
      const known = running.get(key);
      if (known && now() < known.until) return known.work;
      const work = start().finally(() => {
        if (running.get(key)?.work === work) running.delete(key);
      });
      running.set(key, { work, until: now() + longestMs });
      return work;
    },
    clear: () => running.clear(),
  };
}
