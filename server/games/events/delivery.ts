import type { Logger } from 'pino';
import type { WalletReply } from '../wallet-client.ts';
import { createBackoff } from './backoff.ts';

export interface Feed {
  /** Delivers pending items to the platform; after a failure only when a growing pause is over. */
  push(): Promise<void>;
}

export interface DeliveryOptions<Item> {
  /** Name of the items in the log. */
  readonly what: string;
  readonly log: Logger;
  readonly retryMs: number;
  readonly perCall: number;
  /** Pending items, oldest first. */
  list(limit: number): Promise<readonly Item[]>;
  send(items: readonly Item[]): Promise<WalletReply>;
  mark(items: readonly Item[]): Promise<void>;
}

/** Limit per push: of rejected items while all are rejected, and of dropped items. */
const MAX_REJECTED = 64;
/**
 * Attempts with a single item before it is dropped: behind a balancer an earlier attempt may have reached a platform of an
 * earlier release, which does not understand the item.
 */
const SINGLE_ITEM_ATTEMPTS = 6;

/**
 * Delivers items to the platform in batches, oldest first. A batch rejected as `BAD_REQUEST` is halved until the invalid item is
 * isolated, so one bad item never blocks the rest. Isolated items are retried last. An item is dropped, with an error in the
 * log, only if it is still rejected after other items were accepted: if the platform rejects everything, the platform is at
 * fault (perhaps of an earlier release), nothing is dropped, and all items are retried after growing pauses.
 */
export function createDelivery<Item extends { readonly id: string }>(options: DeliveryOptions<Item>): Feed {
  const { what, log, perCall, list, mark } = options;
  const backoff = createBackoff(options.retryMs);
  /** Ids rejected while no other item was accepted, in the order of retries. */
  const setAside = new Set<string>();
  /** Ids rejected while other items were accepted. */
  const toDrop = new Set<string>();

  /** Sends one batch and records the rejected items; returns their number. */
  async function sendCall(items: readonly Item[]): Promise<number> {
    const refused = new Set(await sendInParts(options, items));
    const taken = items.filter((item) => !refused.has(item));
    for (const { id } of items) setAside.delete(id);
    for (const { id } of refused) setAside.add(id);
    if (taken.length > 0) {
      backoff.succeeded();
      for (const id of setAside) toDrop.add(id);
      setAside.clear();
      await mark(taken);
    }
    return refused.size;
  }

  /** Current pending items; ids that another process has delivered meanwhile are removed from the records. */
  async function loadPending(): Promise<readonly Item[]> {
    const limit = perCall + setAside.size + toDrop.size;
    const found = await list(limit);
    if (found.length < limit) {
      const there = new Set(found.map(({ id }) => id));
      for (const ids of [setAside, toDrop]) for (const id of ids) if (!there.has(id)) ids.delete(id);
    }
    return found;
  }

  /** Returns the number of rejected items among those sent for the first time. */
  async function sendNew(): Promise<number> {
    let refused = 0;
    for (let isMore = true; isMore && refused < MAX_REJECTED; ) {
      const items = (await loadPending()).filter(({ id }) => !setAside.has(id) && !toDrop.has(id)).slice(0, perCall);
      isMore = items.length === perCall;
      if (items.length > 0) refused += await sendCall(items);
    }
    return refused;
  }

  async function resend(ids: readonly string[]): Promise<void> {
    const found = new Map((ids.length > 0 ? await loadPending() : []).map((item) => [item.id, item]));
    const items = ids.flatMap((id) => found.get(id) ?? []);
    for (let from = 0; from < items.length; from += perCall) {
      const still = items.slice(from, from + perCall).filter(({ id }) => setAside.has(id));
      if (still.length > 0) await sendCall(still);
    }
  }

  async function sendAll(): Promise<void> {
    const waiting = [...setAside];
    const refused = await sendNew();
    // More items may be unsent behind this many rejected ones: those first, after the shortest pause.
    if (refused >= MAX_REJECTED) backoff.succeeded();
    else await resend(waiting.filter((id) => setAside.has(id)).slice(0, MAX_REJECTED));
    if (toDrop.size > 0) {
      const refused = (await loadPending()).filter(({ id }) => toDrop.has(id)).slice(0, MAX_REJECTED);
      await dropRejected(options, refused);
      for (const { id } of refused) toDrop.delete(id);
    }
    if (setAside.size > 0) throw new DeliveryRejected('BAD_REQUEST');
  }

  return {
    async push() {
      if (!backoff.isOver()) return;
      try {
        await sendAll();
      } catch (error) {
        if (!(error instanceof DeliveryRejected)) throw error;
        log.warn({ status: error.status, pause: backoff.failed() }, `the platform did not accept ${what}`);
      }
    },
  };
}

/** Returns the items that were rejected as single-item calls. */
async function sendInParts<Item>(options: DeliveryOptions<Item>, items: readonly Item[]): Promise<readonly Item[]> {
  const { what, log, send } = options;
  const reply = await send(items);
  if (reply?.status === 'BAD_REQUEST') {
    if (items.length === 1) return items;
    const half = Math.ceil(items.length / 2);
    return [...(await sendInParts(options, items.slice(0, half))), ...(await sendInParts(options, items.slice(half)))];
  }
  if (reply?.status !== 'OK') throw new DeliveryRejected(reply?.status);
  if (reply.message) log.warn({ message: reply.message }, `the platform left out ${what}`);
  return [];
}

async function isAcceptedSingly<Item>(options: DeliveryOptions<Item>, item: Item): Promise<boolean> {
  for (let tries = 1; tries < SINGLE_ITEM_ATTEMPTS; tries++) if ((await sendInParts(options, [item])).length === 0) return true;
  return false;
}

/** Marks items as delivered after their last attempts, so that they are not sent again. */
async function dropRejected<Item extends { readonly id: string }>(options: DeliveryOptions<Item>, refused: readonly Item[]): Promise<void> {
  const { what, log, mark } = options;
  const ids: string[] = [];
  for (const item of refused) if (!(await isAcceptedSingly(options, item))) ids.push(item.id);
  if (ids.length > 0) log.error({ ids }, `the platform rejects ${what}: dropped`);
  await mark(refused);
}

class DeliveryRejected extends Error {
  readonly status: string | undefined;
  constructor(status: string | undefined) {
    super('not taken');
    this.status = status;
  }
}
