import { setTimeout as pause } from 'node:timers/promises';

const SIDE_BY_SIDE = 8;
/** The next item is started if the previous one takes longer than this. */
const SLOW_MS = 50;
/** An item that takes longer than any load explains frees its slot. */
const HELD_MS = 1_000;
/** Half of the connections to the wallet; bets need the others. */
const MOST = 32;

export interface Turns {
  /**
   * Processes the items in order: one at a time while they are fast, up to eight at a time when they are slow, and up to 32
   * including held ones. Resolves when the last item has been started: a slow item delays no other, neither in this call nor in
   * the next one.
   */
  take<Item>(items: AsyncIterable<Item>, work: (item: Item) => Promise<unknown>, before: () => Promise<void>): Promise<void>;
}

/** `failed` receives the error of every item that fails; the others continue. `heldMs`: for tests. */
export function createTurns(failed: (error: unknown) => void, heldMs = HELD_MS): Turns {
  const running = new Set<Promise<void>>();
  /** Running items that are not held. */
  const going = new Set<Promise<void>>();

  function begin(work: () => Promise<unknown>): Promise<void> {
    const done = work()
      .then(() => undefined, failed)
      .finally(() => running.delete(done));
    running.add(done);
    const moving = Promise.race([done, pause(heldMs, undefined, { ref: false })]).finally(() => going.delete(moving));
    going.add(moving);
    return done;
  }

  async function room(): Promise<void> {
    while (going.size >= SIDE_BY_SIDE) await Promise.race(going);
    while (running.size >= MOST) await Promise.race(running);
  }

  return {
    async take(items, work, before) {
      for await (const item of items) {
        await before();
        await room();
        await Promise.race([begin(() => work(item)), pause(SLOW_MS)]);
      }
    },
  };
}
