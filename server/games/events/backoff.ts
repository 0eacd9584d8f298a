import { MINUTE_MS } from '../../../shared/time.ts';

const LONGEST_PAUSE_MS = MINUTE_MS;

/** Exponential backoff after failures. */
export function createBackoff(firstMs: number) {
  let failures = 0;
  let until = 0;
  return {
    isOver: (): boolean => performance.now() >= until,
    /** Returns the length of the new pause. */
    failed(): number {
      const pause = Math.min(firstMs * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
      until = performance.now() + pause;
      return pause;
    },
    succeeded(): void {
      failures = 0;
    },
  };
}
