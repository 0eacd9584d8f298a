import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Gives skipped work the duration of real work, so that response times do not reveal who owns a number. */
export interface DelayEqualizer {
  measure<T>(work: () => Promise<T>): Promise<T>;
  /** Waits as long as one of the latest measured runs took. */
  simulate(): Promise<void>;
}

const MAX_SAMPLES = 32;
const DEFAULT_DELAY_MS = 300;

export function createDelayEqualizer(): DelayEqualizer {
  const durations: number[] = [];
  return {
    async measure(work) {
      const started = performance.now();
      try {
        return await work();
      } finally {
        durations.push(performance.now() - started);
        if (durations.length > MAX_SAMPLES) durations.shift();
      }
    },
    async simulate() {
      await pause(durations.length === 0 ? DEFAULT_DELAY_MS : durations[randomInt(durations.length)]);
    },
  };
}
