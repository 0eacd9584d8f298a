/** The line is drawn up to this long after the last update of the server, then it stops. */
const AHEAD_MS = 900;
const SILENT_MS = 2_500;

/** How far into a flight the page may draw: updates of the server limit it. Times are milliseconds since take-off. */
export function createVisibleTime() {
  let receivedAt = 0;
  let receivedElapsed = 0;
  return {
    /** An update has arrived; without `elapsed` it is no statement about the flight. */
    received(elapsed = receivedElapsed): void {
      receivedAt = performance.now();
      receivedElapsed = elapsed;
    },
    /** The drawn time, of the time by the clock. */
    of: (elapsed: number): number => Math.max(0, Math.min(elapsed, receivedElapsed + AHEAD_MS)),
    /** True if updates of the flight have stopped. */
    isSilent: (elapsed: number): boolean => performance.now() - receivedAt > SILENT_MS && elapsed > SILENT_MS,
  };
}
