import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Gives skipped work the duration of real work, so that response times do not reveal who owns a number. */
export interface Pace {
  measure<T>(work: () => Promise<T>): Promise<T>;
  /** Waits as long as one of the latest measured runs took. */
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
