import { type IncrementResponse, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { CounterStores } from '../portal/throttle/counter-store.ts';
import type { Channel } from './channel.ts';

/** Without Redis the workers of a service count in its first process: a limit is the same however many workers there are. */
export const COUNT = 'count';

interface Counted {
  readonly store: string;
  readonly windowMs: number;
  readonly key: string;
  readonly step: 'increment' | 'decrement' | 'resetKey';
}

/** A date does not survive a message between processes. */
interface Hits {
  readonly totalHits: number;
  readonly resetAt: number | undefined;
}

/** In a worker. A question without an answer fails as a broken Redis would. */
export function countersOverThere(channel: Channel): CounterStores {
  return {
    create(store): Store {
      let windowMs = 0;
      const ask = (key: string, step: Counted['step']) => channel.ask<Hits>(COUNT, { store, windowMs, key, step } satisfies Counted);
      return {
        init(options: Options) {
          windowMs = options.windowMs;
        },
        async increment(key): Promise<IncrementResponse> {
          const { totalHits, resetAt } = await ask(key, 'increment');
          return { totalHits, resetTime: resetAt === undefined ? undefined : new Date(resetAt) };
        },
        decrement: async (key) => void (await ask(key, 'decrement')),
        resetKey: async (key) => void (await ask(key, 'resetKey')),
      };
    },
    isUp: undefined,
    close: async () => undefined,
  };
}

/** In the first process. */
export function createSharedCounters(): (counted: Counted) => Promise<Hits> {
  const stores = new Map<string, MemoryStore>();
  const storeOf = ({ store: name, windowMs }: Counted): MemoryStore => {
    const id = `${name}:${windowMs}`;
    const known = stores.get(id);
    if (known) return known;
    const made = new MemoryStore();
    made.init({ windowMs } as Options);
    stores.set(id, made);
    return made;
  };
  return async (counted) => {
    const store = storeOf(counted);
    if (counted.step !== 'increment') {
      await store[counted.step](counted.key);
      return { totalHits: 0, resetAt: undefined };
    }
    const { totalHits, resetTime } = await store.increment(counted.key);
    return { totalHits, resetAt: resetTime?.getTime() };
  };
}
