import type { Logger } from 'pino';
import type { StudioClock } from './contract.ts';
import type { Rounds } from './rounds.ts';
import { listDue, type Round } from './store.ts';
import type { StudioDatabase } from './tables.ts';

export interface Resolver {
  start(): void;
  /** Resolves after the last pass. */
  stop(): Promise<void>;
}

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
}): Resolver {
  let timer: NodeJS.Timeout | undefined;
  let pass: Promise<void> = Promise.resolve();
  let stopped = false;

  async function run(): Promise<void> {
    try {
      const due = deps.mayAct() ? await listDue(deps.db, deps.clock.now(), BATCH) : [];
      if (due.length > 0) await resumeAll(due);
    } catch (error) {
      deps.log.error({ err: error }, 'open-round resolver pass failed');
    }
    if (!stopped) timer = setTimeout(next, deps.periodMs);
  }

  async function resumeAll(due: readonly Round[]): Promise<void> {
    const queue = [...due];
    const workers = Array.from({ length: CONCURRENCY }, async () => {
      for (let round = queue.shift(); round && !stopped; round = queue.shift()) await deps.rounds.resume(round);
    });
    await Promise.all(workers);
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
