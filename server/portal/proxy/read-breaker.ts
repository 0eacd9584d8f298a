/** Whether a service may be asked for something that only reads. */
export interface ReadBreaker {
  mayAsk(): boolean;
  /** `answered`: with anything at all. */
  heard(answered: boolean): void;
}

const FAILURES_THAT_OPEN = 5;
const TRY_EVERY_MS = 1_000;

/**
 * Five readings in a row without an answer, and from then on one a second finds out: a browser has six connections to
 * the site, and all of them waiting for pictures of a service that hangs would keep the next page waiting, too.
 */
export function createReadBreaker(now: () => number = () => performance.now()): ReadBreaker {
  let failures = 0;
  let triedAt = 0;
  return {
    mayAsk() {
      if (failures < FAILURES_THAT_OPEN) return true;
      if (now() - triedAt < TRY_EVERY_MS) return false;
      triedAt = now();
      return true;
    },
    heard(answered) {
      failures = answered ? 0 : failures + 1;
      if (!answered) triedAt = now();
    },
  };
}
