import { sleep } from '../lib/attempt.ts';
import { prefersReducedMotion } from '../lib/dom.ts';

/** Without movement: long enough to read what stands. */
const STILL_MS = 450;

/**
 * The pauses between what a round shows. A player may cut short what comes after the reels stand; the reels themselves
 * always take their time, so that no touch makes rounds follow faster (the Gambling Commission's RTS 14E).
 */
export interface Pace {
  /** Shorter without movement, nothing once the player hurries. */
  wait(milliseconds: number): Promise<void>;
  readonly hurried: boolean;
  hurry(): void;
  /** The next round takes its time again. */
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
