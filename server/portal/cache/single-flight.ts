/** Runs shared by concurrent callers. */
export interface SingleFlight<T> {
  /** Returns the run of this key; starts one if none is running. */
  join(key: string, start: () => Promise<T>): Promise<T>;
  /** The next caller of each key starts a new run. */
  clear(): void;
}

/** Longer than a page may wait for all its calls. */
const MAX_FLIGHT_MS = 30_000;

/**
 * Runs one task per key at a time. A run older than `maxMs` is not joined, so a run that never ends blocks its key for that time only.
 * `now`: milliseconds of a monotonic clock.
 */
export function createSingleFlight<T>(now: () => number, maxMs = MAX_FLIGHT_MS): SingleFlight<T> {
  const running = new Map<string, { readonly work: Promise<T>; readonly until: number }>();
  return {
    join(key, start) {
      const known = running.get(key);
      if (known && now() < known.until) return known.work;
      const work = start().finally(() => {
        if (running.get(key)?.work === work) running.delete(key);
      });
      running.set(key, { work, until: now() + maxMs });
      return work;
    },
    clear: () => running.clear(),
  };
}
