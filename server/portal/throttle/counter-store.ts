import { MemoryStore, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';

/** Where requests are counted: in Redis when several processes share the counters, else in this process. */
export interface CounterStores {
  create(name: string): Store;
  /** Undefined without Redis. */
  readonly isUp: boolean | undefined;
  close(): Promise<void>;
}

export async function openCounterStores(redisUrl: string | undefined, merchant: string, log: Logger): Promise<CounterStores> {
  if (redisUrl === undefined) return { create: () => new MemoryStore(), isUp: undefined, close: async () => undefined };
  // Fifty files that a portal without Redis need not read.
  const { createRedisCounters } = await import('./redis-counters.ts');
  return createRedisCounters(redisUrl, merchant, log);
}
