import type { Logger } from 'pino';
import { createLoop, type Loop } from '../../kit/loop.ts';
import { createBackgroundTasks } from '../background-tasks.ts';
import type { StudioClock } from '../contract.ts';
import type { StudioDatabase } from '../tables.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import type { Dealer } from './dealer.ts';
import type { Entries } from './entries.ts';
import { listDueTables, listVersions } from './room-store.ts';

const BATCH = 64;
/** Matchmaking runs once per this many passes. */
const GATHER_EVERY = 4;

/** Processes due tables and entries, and notifies streams of changes made by other processes. */
export function createRoomLoop(deps: {
  readonly db: StudioDatabase;
  readonly dealer: Dealer;
  readonly matchPlayers: () => Promise<void>;
  /** Reports the players in the rooms to the platform. */
  readonly feed: () => Promise<void>;
  readonly entries: Entries;
  readonly notifier: ChangeNotifier;
  readonly clock: StudioClock;
  readonly log: Logger;
  /** False while the clock of this node is unreliable: then other nodes process the tables. */
  readonly mayAct: () => boolean;
  readonly periodMs: number;
}): Loop {
  const { db, dealer, matchPlayers, feed, entries, notifier, clock, log, mayAct, periodMs } = deps;
  let passes = 0;
  let versions = new Map<string, number>();

  async function attempt(what: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      log.error({ err: error, what }, 'room loop task failed');
    }
  }

  /** Turns are timed, while wallet and platform calls may be slow: those run in the background. */
  const background = createBackgroundTasks(attempt);

  async function tables(): Promise<void> {
    for (const id of await listDueTables(db, clock.now(), BATCH)) await attempt('table', () => dealer.processDue(id));
  }

  async function notifyChangedTables(): Promise<void> {
    if (notifier.listeners === 0) return;
    const now = new Map((await listVersions(db)).map(({ id, version }) => [id, version]));
    for (const [id, version] of now) if (versions.get(id) !== version) notifier.notify(id);
    versions = now;
  }

  async function runDueWork(): Promise<void> {
    await attempt('tables', tables);
    background.run('entries', entries.resumeDue);
    if (passes % GATHER_EVERY === 0) await attempt('gather', matchPlayers);
    background.run('feed', feed);
  }

  const loop = createLoop(async () => {
    passes += 1;
    if (mayAct()) await runDueWork();
    await attempt('changed tables', notifyChangedTables);
    return periodMs;
  });
  return {
    start: loop.start,
    async stop() {
      await loop.stop();
      await background.idle();
    },
  };
}
