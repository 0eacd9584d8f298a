import type { Logger } from 'pino';
import type { Heard } from '../wallet-client.ts';
import { createPauses } from './pauses.ts';

export interface Feed {
  /** Tells the platform what it has not heard yet; after a failure only when a growing pause is over. */
  push(): Promise<void>;
}

export interface Telling<Item> {
  /** As the log calls them. */
  readonly what: string;
  readonly log: Logger;
  readonly retryMs: number;
  readonly perCall: number;
  /** What is to be told, the oldest first. */
  list(limit: number): Promise<readonly Item[]>;
  tell(items: readonly Item[]): Promise<Heard>;
  mark(items: readonly Item[]): Promise<void>;
}

/** So many are asked about in one push while all of them are refused, and so many are given up in one. */
const MOST_REFUSED = 64;
/** One is told alone so often before it is given up: of two platforms behind a balancer, the one that understands may not have been asked. */
const ALONE = 6;

/**
 * Tells in calls of several. One that is refused for what is in it must not keep back any that come after it, however many are: its
 * call is told again in halves, it steps aside, and what has never been told goes first. It is given up, with an error in the log, once
 * anything else is taken and it is still refused. A platform that takes nothing is one that does not understand (of an earlier release,
 * perhaps): nothing is given up, and all of it is told again after growing pauses.
 */
export function createTelling<Item extends { readonly id: string }>(telling: Telling<Item>): Feed {
  const { what, log, perCall, list, tell, mark } = telling;
  const pauses = createPauses(telling.retryMs);
  /** Ids of those that were refused while nothing else was taken, whoever waits longest for another try first. */
  const aside = new Set<string>();
  /** Of those that were refused while others were taken. */
  const doomed = new Set<string>();

  /** Answers those that were refused even alone. */
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

  /** Tells one call and keeps in mind what was refused of it; answers how many were. */
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
    if (ids.length > 0) log.error({ ids }, `the platform refuses ${what}: they are given up`);
    await mark(refused);
    for (const { id } of refused) doomed.delete(id);
  }

  /** What is there now; what somebody else has told meanwhile is forgotten. */
  async function look(): Promise<readonly Item[]> {
    const limit = perCall + aside.size + doomed.size;
    const found = await list(limit);
    if (found.length < limit) {
      const there = new Set(found.map(({ id }) => id));
      for (const ids of [aside, doomed]) for (const id of ids) if (!there.has(id)) ids.delete(id);
    }
    return found;
  }

  /** Answers how many were refused of those that were told for the first time. */
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
    // Behind so many others there may be more that nobody has been told: those first, after the shortest of pauses.
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
        log.warn({ status: error.status, pause: pauses.failed() }, `the platform did not take ${what}`);
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
