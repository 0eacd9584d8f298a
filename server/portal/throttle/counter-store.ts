import { MemoryStore, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';

/**
 * How near to its limit a count must be. `exact`: guessing and paying. `near`: limits that only keep a flood away may refuse a
 * little early, never late, where that saves a question for each request.
 */
export type Precision = 'exact' | 'near';

/** Where requests are counted: in Redis when several processes share the counters, else in this process. */
export interface CounterStores {
  create(name: string, precision: Precision): Store;
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
