import { MemoryStore } from 'express-rate-limit';
import type { Logger } from 'pino';
import type { CounterStores } from './counter-store.ts';

export async function openCounterStores(redisUrl: string | undefined, merchant: string, log: Logger): Promise<CounterStores> {
  if (redisUrl === undefined) return { create: () => new MemoryStore(), isUp: undefined, close: async () => undefined };
  // Avoids loading fifty files in a portal without Redis.
  const { createRedisCounters } = await import('./redis-counters.ts');
  return createRedisCounters(redisUrl, merchant, log);
}
