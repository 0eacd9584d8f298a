import type { Logger } from 'pino';
import { createBackgroundTasks } from '../background-tasks.ts';
import type { StudioClock } from '../contract.ts';
import type { StudioDatabase } from '../tables.ts';
import type { Feed } from './delivery.ts';
import { findWork } from './event-store.ts';
import type { Schedule } from './schedule.ts';
import type { Tickets } from './tickets.ts';

export interface EventLoop {
  start(): void;
  /** Resolves after the last pass, including its payments. */
  stop(): Promise<void>;
}

/** Announces, draws, pays and delivers in passes. An idle pass costs one database query. */
export function createEventLoop(deps: {
  readonly db: StudioDatabase;
  readonly schedule: Schedule;
  readonly tickets: Tickets;
  readonly feed: Feed;
  readonly slips: Feed;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly mayAct: () => boolean;
  readonly periodMs: number;
}): EventLoop {
  const { db, schedule, tickets, feed, slips, clock, log, mayAct, periodMs } = deps;
  let timer: NodeJS.Timeout | undefined;
  let pass: Promise<void> = Promise.resolve();
  let stopped = false;

  /** A failure of one task must not stop the others. */
  async function attempt(what: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      log.error({ err: error, what }, 'event loop task failed');
    }
  }

  /** Draws and steps are timed, while wallet calls for stakes and prizes may be slow: those run in the background. */
  const background = createBackgroundTasks(attempt);

  async function runDueWork(): Promise<void> {
    await attempt('announce', schedule.announce);
    const work = await findWork(db, clock.now());
    if (work.due) await attempt('draw', schedule.draw);
    if (work.tickets) background.run('tickets', tickets.resumeDue);
    if (work.unsent) background.run('feed', feed.push);
    if (work.undelivered) background.run('slips', slips.push);
    await attempt('prune', schedule.prune);
  }

  async function run(): Promise<void> {
    if (mayAct()) await attempt('look', runDueWork);
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
      await background.idle();
    },
  };
}
