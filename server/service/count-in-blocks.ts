import type { IncrementResponse, Options, Store } from 'express-rate-limit';
import { BoundedMap } from '../portal/cache/bounded-map.ts';

/** Requests that may pass until `resetAt`; with none the limit is reached until then. */
export interface Block {
  readonly permits: number;
  readonly resetAt: number;
}

type TakeBlock = (of: Pick<Options, 'windowMs' | 'limit'>, key: string) => Promise<Block>;

/** Bounds the memory under a flood of made-up addresses; an evicted key takes its next block early. */
const MAX_KEYS = 50_000;

/**
 * Counts requests in blocks that another process hands out. The total never exceeds the limit; the unused part of a block may cause early
 * refusals in another process. A reached limit is cached, so a flood of refused requests sends no messages.
 */
export function countInBlocks(takeBlock: TakeBlock): Store {
  const blocks = new BoundedMap<string, { left: number; readonly isLast: boolean; readonly resetAt: number }>(MAX_KEYS);
  const pending = new Map<string, Promise<void>>();
  let options: Options;

  async function take(key: string): Promise<void> {
    const { permits, resetAt } = await takeBlock(options, key);
    blocks.set(key, { left: permits, isLast: permits === 0, resetAt });
  }
  /** Concurrent requests of one key wait for one block; otherwise each would reserve one. */
  function takeOnce(key: string): Promise<void> {
    const running = pending.get(key);
    if (running) return running;
    const taking = take(key).finally(() => pending.delete(key));
    pending.set(key, taking);
    return taking;
  }
  return {
    init(given: Options) {
      options = given;
    },
    async increment(key): Promise<IncrementResponse> {
      for (;;) {
        const block = blocks.get(key);
        if (block && block.resetAt > Date.now()) {
          const resetTime = new Date(block.resetAt);
          if (block.isLast) return { totalHits: (options.limit as number) + 1, resetTime };
          if (block.left-- > 0) return { totalHits: 1, resetTime };
        }
        await takeOnce(key);
      }
    },
    // Required by the library's interface; our code never decrements.
    decrement: () => undefined,
    resetKey: (key) => void blocks.delete(key),
  };
}
