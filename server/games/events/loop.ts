import type { Logger } from 'pino';
import { VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { createLoop, type Loop } from '../../kit/loop.ts';
import { createBackgroundTasks } from '../background-tasks.ts';
import type { StudioClock } from '../contract.ts';
import type { Beacons, Chases } from '../lottery/index.ts';
import type { StudioDatabase } from '../tables.ts';
import type { Feed } from './delivery.ts';
import { findWork } from './event-store.ts';
import type { Schedule } from './schedule.ts';
import type { Tickets } from './tickets.ts';

/** Announces, draws, pays and delivers in passes. An idle pass costs one database query. */
export function createEventLoop(deps: {
  readonly db: StudioDatabase;
  readonly schedule: Schedule;
  readonly beacons: Beacons;
  readonly tickets: Tickets;
  readonly chases: Chases;
  readonly feed: Feed;
  readonly slips: Feed;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly mayAct: () => boolean;
  readonly periodMs: number;
}): Loop {
  const { db, schedule, beacons, tickets, chases, feed, slips, clock, log, mayAct, periodMs } = deps;
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
    const now = clock.now();
    const work = await findWork(db, now, new Date(now.getTime() - VOID_AFTER_SECONDS * SECOND_MS));
    if (work.beacons) background.run('beacons', beacons.fetchDue);
    if (work.due) await attempt('draw', schedule.draw);
    if (work.tickets) background.run('tickets', tickets.resumeDue);
    if (work.chases) background.run('chases', chases.runDue);
    if (work.unsent) background.run('feed', feed.push);
    if (work.undelivered) background.run('slips', slips.push);
    await attempt('prune', schedule.prune);
  }

  const loop = createLoop(async () => {
    if (mayAct()) await attempt('look', runDueWork);
    return periodMs;
  });
  return {
    start: loop.start,
    /** Resolves after the last pass, including its payments. */
    async stop() {
      await loop.stop();
      await background.idle();
    },
  };
}
