import type { IncrementResponse, Options } from 'express-rate-limit';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import type { CounterStores } from './counter-store.ts';

const COMMAND_TIMEOUT_MS = 500;
const LONGEST_RETRY_MS = 2_000;

/** Merchants that share a Redis have separate counters. */
export function createRedisCounters(redisUrl: string, merchant: string, log: Logger): CounterStores {
  // A request waits for at most one command; a store that does not answer counts as broken.
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: LONGEST_RETRY_MS,
    enableOfflineQueue: true,
    retryStrategy: (attempt) => Math.min(attempt * 100, LONGEST_RETRY_MS),
  });
  let isDown = false;
  redis.on('error', (error) => {
    if (!isDown) log.error({ err: error }, 'shared counters unavailable');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.info('shared counters available again');
    isDown = false;
  });
  return {
    create: (name) =>
      new RecoveringStore({
        prefix: `lagoon:${merchant}:limit:${name}:`,
        sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<RedisReply>,
      }),
    get isUp() {
      return redis.status === 'ready';
    },
    async close() {
      redis.disconnect();
    },
  };
}

/** The library loads its script once; after an outage of Redis the next request loads it again. */
class RecoveringStore extends RedisStore {
  override async init(options: Options): Promise<void> {
    await super.init(options).catch(() => undefined);
  }

  override async increment(key: string): Promise<IncrementResponse> {
    const isLoaded = await this.incrementScriptSha.then(
      () => true,
      () => false,
    );
    if (!isLoaded) this.incrementScriptSha = this.loadIncrementScript();
    return super.increment(key);
  }
}
