import { Refusal } from './refusal.ts';

export interface WorkQueue {
  <T>(work: () => Promise<T>): Promise<T>;
  /** How many wait for their turn. */
  waiting(): number;
}

/** Runs work in turn: so many at a time, so many waiting; refuses with `server_busy` whoever comes then. */
export function createWorkQueue({ running, waiting }: { running: number; waiting: number }): WorkQueue {
  const queue: (() => void)[] = [];
  let active = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (active < running) active += 1;
    else if (queue.length >= waiting) throw new Refusal('server_busy');
    // The place of whoever has finished passes on, so `active` stays as it is.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
  return Object.assign(inTurn, { waiting: () => queue.length });
}
