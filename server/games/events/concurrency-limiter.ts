import { setTimeout as pause } from 'node:timers/promises';

const CONCURRENCY = 8;
/** The next item is started if the previous one takes longer than this. */
const SLOW_MS = 50;
/** An item that takes longer than any load explains frees its slot. */
const HELD_MS = 1_000;
/** Half of the connections to the wallet; bets need the others. */
const MAX_RUNNING = 32;

export interface ConcurrencyLimiter {
  /**
   * Processes the items in order: one at a time while they are fast, up to eight at a time when they are slow, and up to 32
   * including held ones. Resolves when the last item has been started: a slow item delays no other, neither in this call nor in
   * the next one.
   */
  run<Item>(items: AsyncIterable<Item>, work: (item: Item) => Promise<unknown>, before: () => Promise<void>): Promise<void>;
}

/** `failed` receives the error of every item that fails; the others continue. `heldMs`: for tests. */
export function createConcurrencyLimiter(failed: (error: unknown) => void, heldMs = HELD_MS): ConcurrencyLimiter {
  const running = new Set<Promise<void>>();
  /** Running items that are not held. */
  const active = new Set<Promise<void>>();

  function start(work: () => Promise<unknown>): Promise<void> {
    const finished = work()
      .then(() => undefined, failed)
      .finally(() => running.delete(finished));
    running.add(finished);
    const untilHeld = Promise.race([finished, pause(heldMs, undefined, { ref: false })]).finally(() => active.delete(untilHeld));
    active.add(untilHeld);
    return finished;
  }

  async function waitForSlot(): Promise<void> {
    while (active.size >= CONCURRENCY) await Promise.race(active);
    while (running.size >= MAX_RUNNING) await Promise.race(running);
  }

  return {
    async run(items, work, before) {
      for await (const item of items) {
        await before();
        await waitForSlot();
        await Promise.race([start(() => work(item)), pause(SLOW_MS)]);
      }
    },
  };
}
