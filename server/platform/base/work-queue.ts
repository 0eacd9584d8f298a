import { Refusal } from './refusal.ts';

export interface WorkQueue {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Number of waiting tasks. */
  waiting(): number;
}

/** Limits concurrency: a number of running tasks and of waiting ones; refuses further ones with `server_busy`. */
export function createWorkQueue({ running, waiting }: { running: number; waiting: number }): WorkQueue {
  const queue: (() => void)[] = [];
  let active = 0;
  const runQueued = async <T>(work: () => Promise<T>): Promise<T> => {
    if (active < running) active += 1;
    else if (queue.length >= waiting) throw new Refusal('server_busy');
    // The finished task's slot passes to the next one, so `active` does not change.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
  return Object.assign(runQueued, { waiting: () => queue.length });
}
