/** Time of the server in milliseconds since 1970, as near as what it says lets one know. */
export interface FlightClock {
  sync(iso: string): void;
  now(): number;
}

const SAMPLES = 24;

/**
 * Whatever the server says was true a little earlier: of the last answers the one that came fastest is right. The clock of
 * the device only measures how much time goes by.
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
