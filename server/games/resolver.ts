import type { Logger } from 'pino';
import { createLoop, type Loop } from '../kit/loop.ts';
import type { StudioClock } from './contract.ts';
import type { Rounds } from './rounds.ts';
import { listDue, type Round } from './store.ts';
import type { StudioDatabase } from './tables.ts';

const BATCH = 64;
const CONCURRENCY = 8;

/** Settles or refunds every open round that is due, and repeats until the wallet has answered for each of them. */
export function createResolver(deps: {
  readonly db: StudioDatabase;
  readonly rounds: Rounds;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly mayAct: () => boolean;
  readonly periodMs: number;
}): Loop {
  let stopped = false;

  const loop = createLoop(async () => {
    try {
      const due = deps.mayAct() ? await listDue(deps.db, deps.clock.now(), BATCH) : [];
      if (due.length > 0) await resumeAll(due);
    } catch (error) {
      deps.log.error({ err: error }, 'open-round resolver pass failed');
    }
    return deps.periodMs;
  });

  async function resumeAll(due: readonly Round[]): Promise<void> {
    const queue = [...due];
    const workers = Array.from({ length: CONCURRENCY }, async () => {
      for (let round = queue.shift(); round && !stopped; round = queue.shift()) await deps.rounds.resume(round);
    });
    await Promise.all(workers);
  }

  return {
    start: loop.start,
    stop() {
      stopped = true;
      return loop.stop();
    },
  };
}
