import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import type { MovableClock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';

/** Moved at once. A longer time is several moves, so that everything of a day happens before the next one. */
export const MAX_ADVANCE_MS = DAY_MS;

export interface DemoClockDeps {
  readonly db: Database;
  readonly merchant: string;
  /** Undefined: not the demo. */
  readonly clock: MovableClock | undefined;
  /** Runs every job of the platform once. */
  runJobs(): Promise<void>;
}

export interface DemoClock {
  /** Moves this node's clock to the stored time. */
  follow(): Promise<void>;
  /** Moves the clock of the demo forward, and does what is due then. Returns the time. Refused for every other merchant. */
  advance(milliseconds: number): Promise<Date>;
}

export function createDemoClock({ db, merchant, clock, runJobs }: DemoClockDeps): DemoClock {
  let followed = 0;
  const follow = async (): Promise<void> => {
    const row = await db.selectFrom('demo_clock').select('ahead_ms').executeTakeFirstOrThrow();
    const step = Number(row.ahead_ms) - followed;
    followed += step;
    if (step !== 0) clock?.advance(step);
  };
  return {
    follow,
    async advance(milliseconds) {
      if (!clock) throw new Refusal('unauthorized');
      await storeAdvance(db, merchant, milliseconds);
      await follow();
      await runJobs();
      return clock.now();
    },
  };
}

/** Stores how far the clock is ahead. A running service follows within seconds, a stopped one when it starts. */
export function storeAdvance(db: Database, merchant: string, milliseconds: number): Promise<void> {
  if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0 || milliseconds > MAX_ADVANCE_MS) throw new Refusal('bad_request');
  return inTransaction(db, async (tx) => {
    if (!(await isDemo(tx, merchant))) throw new Refusal('unauthorized');
    await sql`update demo_clock set ahead_ms = ahead_ms + ${milliseconds}::bigint`.execute(tx);
  });
}

async function isDemo(executor: Executor, merchant: string): Promise<boolean> {
  const row = await executor.selectFrom('merchant').select('demo').where('code', '=', merchant).executeTakeFirst();
  return row?.demo === true;
}
