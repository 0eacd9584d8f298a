/** A circuit breaker for reading requests to a mounted service. */
export interface ReadBreaker {
  mayRequest(): boolean;
  /** `answered`: true for any answer. */
  recordResult(answered: boolean): void;
}

const FAILURES_THAT_OPEN = 5;
const TRY_EVERY_MS = 1_000;

/**
 * Opens after five consecutive unanswered reads; from then on one request a second is a trial. A browser has six connections to the site:
 * if all wait for pictures of a hanging service, the next page waits too.
 */
export function createReadBreaker(now: () => number = () => performance.now()): ReadBreaker {
  let failures = 0;
  let triedAt = 0;
  return {
    mayRequest() {
      if (failures < FAILURES_THAT_OPEN) return true;
      if (now() - triedAt < TRY_EVERY_MS) return false;
      triedAt = now();
      return true;
    },
    recordResult(answered) {
      failures = answered ? 0 : failures + 1;
      if (!answered) triedAt = now();
    },
  };
}
