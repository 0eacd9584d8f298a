import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './db/index.ts';
import { Refusal } from './refusal.ts';

/** Above this difference, terms, limits and draws of this node would be wrong. */
export const MAX_SKEW_MS = 5_000;

export interface Skew {
  /** Database clock minus this node's clock, in milliseconds. */
  readonly milliseconds: number;
  /** Maximum error: half of the database's response time. */
  readonly uncertainty: number;
}

/** Prevents a node whose clock differs from the database's from moving money and running jobs. */
export interface ClockGuard {
  /** Result of the last comparison. */
  readonly skewMs: number;
  /** The clocks are known to differ. */
  readonly hasSkew: boolean;
  /** Refuses if they differ or have not been compared yet. */
  requireTime(): void;
  /** False until the clocks have been compared. Always true without comparison. */
  readonly mayAct: boolean;
  compare(): Promise<void>;
  /** Resolves after the first comparison. */
  start(): Promise<void>;
  stop(): void;
}

export interface ClockGuardDeps {
  readonly db: Database;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** This node's clock in milliseconds; replaced in tests only. */
  readonly now?: () => number;
}

const COMPARE_EVERY_MS = 2_000;

export function createClockGuard({ db, log, now = Date.now }: ClockGuardDeps): ClockGuard {
  let skewMs = 0;
  let hasSkew = false;
  let isKnown = true;
  let timer: NodeJS.Timeout | undefined;
  let comparing: Promise<void> | undefined;

  async function checkSkew(): Promise<void> {
    const { milliseconds, uncertainty } = await readSkew(db, now);
    skewMs = milliseconds;
    // A slow response is inconclusive and does not change the state.
    const found = Math.abs(milliseconds) > MAX_SKEW_MS + (hasSkew ? -uncertainty : uncertainty);
    if (found && !hasSkew) log.error({ skewMs }, 'clock differs from the database: money movements refused');
    if (!found && hasSkew) log.info({ skewMs }, 'clock agrees with the database again: money movements allowed');
    [hasSkew, isKnown] = [found, true];
  }
  function compare(): Promise<void> {
    comparing ??= checkSkew().finally(() => {
      comparing = undefined;
    });
    return comparing;
  }
  // Calls that need the database report its failure themselves.
  const compareQuietly = () => compare().catch(() => undefined);

  return {
    compare,
    get skewMs() {
      return skewMs;
    },
    get hasSkew() {
      return hasSkew;
    },
    requireTime() {
      if (hasSkew || !isKnown) throw new Refusal('clocks_differ');
    },
    get mayAct() {
      return isKnown && !hasSkew;
    },
    async start() {
      if (timer) return;
      isKnown = false;
      timer = setInterval(() => void compareQuietly(), COMPARE_EVERY_MS).unref();
      await compareQuietly();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Assumes that the database read its clock in the middle between request and response. */
async function readSkew(db: Database, now: () => number): Promise<Skew> {
  const before = now();
  const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db);
  const after = now();
  return { milliseconds: Number(rows[0]?.at) - (before + after) / 2, uncertainty: (after - before) / 2 };
}
