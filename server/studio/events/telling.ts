import type { Logger } from 'pino';
import type { Heard } from '../wallet-client.ts';
import { createPauses } from './pauses.ts';

export interface Feed {
  /** Delivers pending items to the platform; after a failure only when a growing pause is over. */
  push(): Promise<void>;
}

export interface Telling<Item> {
  /** Name of the items in the log. */
  readonly what: string;
  readonly log: Logger;
  readonly retryMs: number;
  readonly perCall: number;
  /** Pending items, oldest first. */
  list(limit: number): Promise<readonly Item[]>;
  tell(items: readonly Item[]): Promise<Heard>;
  mark(items: readonly Item[]): Promise<void>;
}

/** Limit per push: of rejected items while all are rejected, and of dropped items. */
const MOST_REFUSED = 64;
/**
 * Attempts with a single item before it is dropped: behind a balancer an earlier attempt may have reached a platform of an
 * earlier release, which does not understand the item.
 */
const ALONE = 6;

/**
 * Delivers items to the platform in batches, oldest first. A batch rejected as `BAD_REQUEST` is halved until the invalid item is
 * isolated, so one bad item never blocks the rest. Isolated items are retried last. An item is dropped, with an error in the
 * log, only if it is still rejected after other items were accepted: if the platform rejects everything, the platform is at
 * fault (perhaps of an earlier release), nothing is dropped, and all items are retried after growing pauses.
 */
export function createTelling<Item extends { readonly id: string }>(telling: Telling<Item>): Feed {
  const { what, log, perCall, list, tell, mark } = telling;
  const pauses = createPauses(telling.retryMs);
  /** Ids rejected while no other item was accepted, in the order of retries. */
  const aside = new Set<string>();
  /** Ids rejected while other items were accepted. */
  const doomed = new Set<string>();

  /** Returns the items that were rejected as single-item calls. */
  async function tellInParts(items: readonly Item[]): Promise<readonly Item[]> {
    const heard = await tell(items);
    if (heard?.status === 'BAD_REQUEST') {
      if (items.length === 1) return items;
      const half = Math.ceil(items.length / 2);
      return [...(await tellInParts(items.slice(0, half))), ...(await tellInParts(items.slice(half)))];
    }
    if (heard?.status !== 'OK') throw new NotTaken(heard?.status);
    if (heard.message) log.warn({ message: heard.message }, `the platform left out ${what}`);
    return [];
  }

  /** Sends one batch and records the rejected items; returns their number. */
  async function tellCall(items: readonly Item[]): Promise<number> {
    const refused = new Set(await tellInParts(items));
    const taken = items.filter((item) => !refused.has(item));
    for (const { id } of items) aside.delete(id);
    for (const { id } of refused) aside.add(id);
    if (taken.length > 0) {
      pauses.heard();
      for (const id of aside) doomed.add(id);
      aside.clear();
      await mark(taken);
    }
    return refused.size;
  }

  async function isTakenAlone(item: Item): Promise<boolean> {
    for (let tries = 1; tries < ALONE; tries++) if ((await tellInParts([item])).length === 0) return true;
    return false;
  }

  async function giveUp(refused: readonly Item[]): Promise<void> {
    const ids: string[] = [];
    for (const item of refused) if (!(await isTakenAlone(item))) ids.push(item.id);
    if (ids.length > 0) log.error({ ids }, `the platform rejects ${what}: dropped`);
    await mark(refused);
    for (const { id } of refused) doomed.delete(id);
  }

  /** Current pending items; ids that another process has delivered meanwhile are removed from the records. */
  async function look(): Promise<readonly Item[]> {
    const limit = perCall + aside.size + doomed.size;
    const found = await list(limit);
    if (found.length < limit) {
      const there = new Set(found.map(({ id }) => id));
      for (const ids of [aside, doomed]) for (const id of ids) if (!there.has(id)) ids.delete(id);
    }
    return found;
  }

  /** Returns the number of rejected items among those sent for the first time. */
  async function tellNew(): Promise<number> {
    let refused = 0;
    for (let isMore = true; isMore && refused < MOST_REFUSED; ) {
      const items = (await look()).filter(({ id }) => !aside.has(id) && !doomed.has(id)).slice(0, perCall);
      isMore = items.length === perCall;
      if (items.length > 0) refused += await tellCall(items);
    }
    return refused;
  }

  async function tellAgain(ids: readonly string[]): Promise<void> {
    const found = new Map((ids.length > 0 ? await look() : []).map((item) => [item.id, item]));
    const items = ids.flatMap((id) => found.get(id) ?? []);
    for (let from = 0; from < items.length; from += perCall) {
      const still = items.slice(from, from + perCall).filter(({ id }) => aside.has(id));
      if (still.length > 0) await tellCall(still);
    }
  }

  async function tellAll(): Promise<void> {
    const waiting = [...aside];
    const refused = await tellNew();
    // More items may be unsent behind this many rejected ones: those first, after the shortest pause.
    if (refused >= MOST_REFUSED) pauses.heard();
    else await tellAgain(waiting.filter((id) => aside.has(id)).slice(0, MOST_REFUSED));
    if (doomed.size > 0) await giveUp((await look()).filter(({ id }) => doomed.has(id)).slice(0, MOST_REFUSED));
    if (aside.size > 0) throw new NotTaken('BAD_REQUEST');
  }

  return {
    async push() {
      if (!pauses.isOver()) return;
      try {
        await tellAll();
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error;
        log.warn({ status: error.status, pause: pauses.failed() }, `the platform did not accept ${what}`);
      }
    },
  };
}

class NotTaken extends Error {
  readonly status: string | undefined;
  constructor(status: string | undefined) {
    super('not taken');
    this.status = status;
  }
}
