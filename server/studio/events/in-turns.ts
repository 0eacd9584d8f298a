import { setTimeout as pause } from 'node:timers/promises';

const SIDE_BY_SIDE = 8;
/** Who has not answered by then is not waited for before the next one is asked. */
const SLOW_MS = 50;
/** Who keeps us waiting for longer than any load explains makes room for another one. */
const HELD_MS = 1_000;
/** Half of the connections to the wallet: bets need the others. */
const MOST = 32;

export interface Turns {
  /**
   * Works on each of them, in order: on one at a time where that goes quickly, so that others get in between, and on up to eight
   * where it is slow, beside up to two dozen that are held. Resolves when the last one has been begun and given its moment: one
   * that is slow keeps nobody, now or in the next call, from their turn.
   */
  take<Item>(items: AsyncIterable<Item>, work: (item: Item) => Promise<unknown>, before: () => Promise<void>): Promise<void>;
}

/** `failed` hears of every item that could not be worked on; it keeps no other from being. `heldMs`: for tests. */
export function createTurns(failed: (error: unknown) => void, heldMs = HELD_MS): Turns {
  const running = new Set<Promise<void>>();
  /** Those of them that are not held. */
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
