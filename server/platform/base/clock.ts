/** The clock of the platform. Tests and the demo move it forward; no other code reads the time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface MovableClock extends Clock {
  /** Moves the clock forward by whole milliseconds. */
  advance(milliseconds: number): void;
}

/** A clock that follows the system's and can be moved forward. */
export function movableClock(base: Clock = systemClock): MovableClock {
  let offset = 0;
  return {
    now: () => new Date(base.now().getTime() + offset),
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}
