import type { Logger } from 'pino';
import type { StudioClock } from '../contract.ts';
import type { StudioDatabase } from '../tables.ts';
import { findWork } from './event-store.ts';
import type { Feed } from './feed.ts';
import type { Schedule } from './schedule.ts';
import type { Tickets } from './tickets.ts';

export interface EventLoop {
  start(): void;
  /** Resolves when its last pass has ended. */
  stop(): Promise<void>;
}

/** Announces, draws, pays and tells, again and again. A pass that finds nothing to do costs one question to the database. */
export function createEventLoop(deps: {
  readonly db: StudioDatabase;
  readonly schedule: Schedule;
  readonly tickets: Tickets;
  readonly feed: Feed;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly mayAct: () => boolean;
  readonly periodMs: number;
}): EventLoop {
  const { db, schedule, tickets, feed, clock, log, mayAct, periodMs } = deps;
  let timer: NodeJS.Timeout | undefined;
  let pass: Promise<void> = Promise.resolve();
  let stopped = false;

  /** What fails must not keep the rest from being done: stakes are paid while the platform takes no events. */
  async function attempt(what: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      log.error({ err: error, what }, 'events could not be looked after');
    }
  }

  async function lookAfter(): Promise<void> {
    await attempt('announce', schedule.announce);
    const work = await findWork(db, clock.now());
    if (work.due) await attempt('draw', schedule.draw);
    if (work.owed) await attempt('tickets', tickets.resumeDue);
    if (work.unsent) await attempt('feed', feed.push);
    await attempt('prune', schedule.prune);
  }

  async function run(): Promise<void> {
    if (mayAct()) await attempt('look', lookAfter);
    if (!stopped) timer = setTimeout(next, periodMs);
  }

  function next(): void {
    pass = run();
  }

  return {
    start: next,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await pass;
    },
  };
}
