/** Estimated time of the server in milliseconds since 1970. */
export interface FlightClock {
  sync(iso: string): void;
  now(): number;
}

const SAMPLES = 24;

/**
 * A timestamp of the server is older by the time it travelled, so the fastest of the last responses is the best. The clock
 * of the device only measures elapsed time.
 */
export function createFlightClock(local: () => number = () => performance.now()): FlightClock {
  let offsets: readonly number[] = [];
  let offset = Date.now() - local();
  return {
    sync(iso) {
      offsets = [...offsets.slice(1 - SAMPLES), Date.parse(iso) - local()];
      offset = Math.max(...offsets);
    },
    now: () => local() + offset,
  };
}
