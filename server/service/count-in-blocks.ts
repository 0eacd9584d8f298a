import type { IncrementResponse, Options, Store } from 'express-rate-limit';
import { BoundedMap } from '../portal/bounded-map.ts';

/** Requests that may pass until `resetAt`; with none of them the limit is reached until then. */
export interface Block {
  readonly permits: number;
  readonly resetAt: number;
}

type TakeBlock = (of: Pick<Options, 'windowMs' | 'limit'>, key: string) => Promise<Block>;

/** Keys of a flood of made-up addresses; one that is forgotten takes its next block early. */
const MAX_KEYS = 50_000;

/**
 * Counts requests out of blocks that are counted elsewhere at once. No more than the limit ever pass; what this process has not
 * used of its block when another asks for its next is refused too early. A limit that is reached is remembered, so a flood of
 * refused requests asks nobody.
 */
export function countInBlocks(takeBlock: TakeBlock): Store {
  const blocks = new BoundedMap<string, { left: number; readonly isLast: boolean; readonly resetAt: number }>(MAX_KEYS);
  const asking = new Map<string, Promise<void>>();
  let options: Options;

  async function take(key: string): Promise<void> {
    const { permits, resetAt } = await takeBlock(options, key);
    blocks.set(key, { left: permits, isLast: permits === 0, resetAt });
  }
  /** Requests of one key that come together wait for one block, or each would keep one back. */
  function askOnce(key: string): Promise<void> {
    const asked = asking.get(key);
    if (asked) return asked;
    const question = take(key).finally(() => asking.delete(key));
    asking.set(key, question);
    return question;
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
        await askOnce(key);
      }
    },
    // Of the library's interface; nothing of ours takes a request back.
    decrement: () => undefined,
    resetKey: (key) => void blocks.delete(key),
  };
}
