import type { Logger } from 'pino';
import { createLoop, type Loop } from '../../kit/loop.ts';
import type { ChangeNotifier } from '../rooms/change-notifier.ts';
import type { StudioDatabase } from '../tables.ts';
import { listVersions } from './sea-store.ts';
import type { Seats } from './seats.ts';

/** Idle seats are freed once per this many passes. */
const SWEEP_EVERY = 6;

/** Frees idle seats, and notifies streams of changes made by other processes. */
export function createSeaLoop(deps: {
  readonly db: StudioDatabase;
  readonly seats: Pick<Seats, 'sweep'>;
  readonly notifier: ChangeNotifier;
  readonly log: Logger;
  /** False while the clock of this node is unreliable: then other nodes free the seats. */
  readonly mayAct: () => boolean;
  readonly periodMs: number;
}): Loop {
  const { db, seats, notifier, log, mayAct, periodMs } = deps;
  let passes = 0;
  let versions = new Map<string, number>();

  async function notifyChangedSeas(): Promise<void> {
    if (notifier.listeners === 0) return;
    const now = new Map((await listVersions(db)).map(({ id, version }) => [id, version]));
    for (const [id, version] of now) if (versions.get(id) !== version) notifier.notify(id);
    versions = now;
  }

  return createLoop(async () => {
    passes += 1;
    try {
      if (mayAct() && passes % SWEEP_EVERY === 0) await seats.sweep();
      await notifyChangedSeas();
    } catch (error) {
      log.error({ err: error }, 'sea loop pass failed');
    }
    return periodMs;
  });
}
