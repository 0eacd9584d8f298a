import { MemoryStore, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';

/**
 * `exact`: for sign-in attempts and payments. `near`: for flood protection; may refuse slightly early, never late, to save a message per
 * request.
 */
export type Precision = 'exact' | 'near';

/** Counts requests in Redis if several processes share the counters, else in this process. */
export interface CounterStores {
  create(name: string, precision: Precision): Store;
  /** Undefined without Redis. */
  readonly isUp: boolean | undefined;
  close(): Promise<void>;
}

export async function openCounterStores(redisUrl: string | undefined, merchant: string, log: Logger): Promise<CounterStores> {
  if (redisUrl === undefined) return { create: () => new MemoryStore(), isUp: undefined, close: async () => undefined };
  // Avoids loading fifty files in a portal without Redis.
  const { createRedisCounters } = await import('./redis-counters.ts');
  return createRedisCounters(redisUrl, merchant, log);
}
