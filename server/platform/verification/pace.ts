import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Makes what is not done take as long as what is: how long an answer takes must not tell whose number it is. */
export interface Pace {
  measure<T>(work: () => Promise<T>): Promise<T>;
  /** Waits as long as one of the last measured works took. */
  pretend(): Promise<void>;
}

const REMEMBERED = 32;
const UNMEASURED_MS = 300;

export function createPace(): Pace {
  const durations: number[] = [];
  return {
    async measure(work) {
      const started = performance.now();
      try {
        return await work();
      } finally {
        durations.push(performance.now() - started);
        if (durations.length > REMEMBERED) durations.shift();
      }
    },
    async pretend() {
      await pause(durations.length === 0 ? UNMEASURED_MS : durations[randomInt(durations.length)]);
    },
  };
}
