import { type IncrementResponse, MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { CounterStores } from '../portal/throttle/counter-store.ts';
import type { Channel } from './channel.ts';
import { type Block, countInBlocks } from './count-in-blocks.ts';

/** Without Redis the workers of a service count in its first process, so that a limit does not depend on the number of workers. */
const COUNT = 'count';
const TAKE_BLOCK = 'take block';

interface Counter {
  readonly store: string;
  readonly windowMs: number;
  readonly key: string;
}

interface CounterCommand extends Counter {
  readonly step: 'increment' | 'decrement' | 'resetKey';
}

interface BlockRequest extends Counter {
  readonly limit: number;
}

/** Messages between processes cannot contain dates. */
interface Hits {
  readonly totalHits: number;
  readonly resetAt: number | undefined;
}

/** Divisor of a limit: the share that all workers together may reserve. */
const RESERVE_DIVISOR = 25;

/** Counters in a worker. A missing answer fails like a broken Redis. */
export function remoteCounters(channel: Channel): CounterStores {
  return {
    create: (store, precision) => (precision === 'near' ? blockCounter(channel, store) : exactCounter(channel, store)),
    isUp: undefined,
    close: async () => undefined,
  };
}

function exactCounter(channel: Channel, store: string): Store {
  let windowMs = 0;
  const send = (key: string, step: CounterCommand['step']) =>
    channel.request<Hits>(COUNT, { store, windowMs, key, step } satisfies CounterCommand);
  return {
    init(options: Options) {
      windowMs = options.windowMs;
    },
    async increment(key): Promise<IncrementResponse> {
      const { totalHits, resetAt } = await send(key, 'increment');
      return { totalHits, resetTime: resetAt === undefined ? undefined : new Date(resetAt) };
    },
    decrement: async (key) => void (await send(key, 'decrement')),
    resetKey: async (key) => void (await send(key, 'resetKey')),
  };
}

function blockCounter(channel: Channel, store: string): Store {
  return countInBlocks(({ windowMs, limit }, key) => {
    // The throttle sets numbers; the library would accept a function as well.
    if (typeof limit !== 'number') throw new Error(`The limit of ${store} is no number.`);
    return channel.request<Block>(TAKE_BLOCK, { store, windowMs, key, limit } satisfies BlockRequest);
  });
}

/** Counters in the first process, for requests of workers. */
export function createSharedCounters(workers: number) {
  const stores = new Map<string, MemoryStore>();
  const storeOf = ({ store: name, windowMs }: Counter): MemoryStore => {
    const id = `${name}:${windowMs}`;
    const known = stores.get(id);
    if (known) return known;
    const made = new MemoryStore();
    made.init({ windowMs } as Options);
    stores.set(id, made);
    return made;
  };
  return {
    async [COUNT](counted: CounterCommand): Promise<Hits> {
      const store = storeOf(counted);
      if (counted.step !== 'increment') {
        await store[counted.step](counted.key);
        return { totalHits: 0, resetAt: undefined };
      }
      const { totalHits, resetTime } = await store.increment(counted.key);
      return { totalHits, resetAt: resetTime?.getTime() };
    },
    /** Counts a whole block at once; a smaller one near the limit, an empty one at the limit. */
    async [TAKE_BLOCK](wanted: BlockRequest): Promise<Block> {
      const store = storeOf(wanted);
      const size = Math.max(1, Math.floor(wanted.limit / RESERVE_DIVISOR / workers));
      let block: Block = { permits: 0, resetAt: 0 };
      do {
        const { totalHits, resetTime } = await store.increment(wanted.key);
        const resetAt = resetTime?.getTime() ?? 0;
        // A new window starts without the requests counted in the previous one.
        const permits = resetAt === block.resetAt ? block.permits : 0;
        if (totalHits > wanted.limit) return { permits, resetAt };
        block = { permits: permits + 1, resetAt };
      } while (block.permits < size);
      return block;
    },
  };
}
