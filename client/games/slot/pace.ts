import { sleep } from '../lib/attempt.ts';
import { prefersReducedMotion } from '../lib/dom.ts';

/** With reduced motion: long enough to read the screen. */
const STILL_MS = 450;

/**
 * The pauses between the parts of a round. A player may skip what follows the stop of the reels, but not the spin itself, so
 * that no touch speeds up rounds (UK Gambling Commission, RTS 14E).
 */
export interface Pace {
  /** Shorter with reduced motion, no pause once the player skips. */
  wait(milliseconds: number): Promise<void>;
  readonly hurried: boolean;
  hurry(): void;
  /** Restores the pauses for the next round. */
  rest(): void;
}

export function createPace(): Pace {
  let hurried = false;
  let resume: () => void = () => {};
  return {
    wait(milliseconds) {
      if (hurried) return Promise.resolve();
      const pause = prefersReducedMotion() ? Math.min(milliseconds, STILL_MS) : milliseconds;
      const resumed = new Promise<void>((resolve) => {
        resume = resolve;
      });
      return Promise.race([sleep(pause), resumed]);
    },
    get hurried() {
      return hurried;
    },
    hurry() {
      hurried = true;
      resume();
    },
    rest() {
      hurried = false;
    },
  };
}
