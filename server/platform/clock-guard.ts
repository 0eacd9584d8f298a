import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import { Refusal } from './refusal.ts';

/** From here on terms, limits and draws of this node would be wrong by more than anybody could be told. */
export const MOST_SKEW_MS = 5_000;

export interface Skew {
  /** Database's clock less this node's, in milliseconds. */
  readonly milliseconds: number;
  /** How far off that may be: half the time in which the database answered. */
  readonly uncertainty: number;
}

/** Keeps a node whose clock is not the database's from money and from its jobs. */
export interface ClockGuard {
  /** As it was found last. */
  readonly skewMs: number;
  /** The clocks are known to differ. */
  readonly isApart: boolean;
  /** Refuses while they do, and until they have been compared. */
  requireTime(): void;
  /** False also until they have been compared; true where nobody compares them. */
  readonly mayAct: boolean;
  compare(): Promise<void>;
  /** Resolves after the first look. */
  start(): Promise<void>;
  stop(): void;
}

export interface ClockGuardDeps {
  readonly db: Database;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** This node's clock in milliseconds; another one in tests only. */
  readonly now?: (() => number) | undefined;
}

const COMPARE_EVERY_MS = 2_000;

export function createClockGuard({ db, log, now = Date.now }: ClockGuardDeps): ClockGuard {
  let skewMs = 0;
  let isApart = false;
  let isKnown = true;
  let timer: NodeJS.Timeout | undefined;
  let comparing: Promise<void> | undefined;

  async function look(): Promise<void> {
    const { milliseconds, uncertainty } = await readSkew(db, now);
    skewMs = milliseconds;
    // A slow answer says little: who is well stays well, and who is not stays out.
    const found = Math.abs(milliseconds) > MOST_SKEW_MS + (isApart ? -uncertainty : uncertainty);
    if (found && !isApart) log.error({ skewMs }, 'the clocks of this machine and the database differ: no money moves here');
    if (!found && isApart) log.info({ skewMs }, 'the clocks agree again: money moves');
    [isApart, isKnown] = [found, true];
  }
  function compare(): Promise<void> {
    comparing ??= look().finally(() => {
      comparing = undefined;
    });
    return comparing;
  }
  // A database that cannot be asked is everybody's trouble, and is told by whoever needs it.
  const compareQuietly = () => compare().catch(() => undefined);

  return {
    compare,
    get skewMs() {
      return skewMs;
    },
    get isApart() {
      return isApart;
    },
    requireTime() {
      if (isApart || !isKnown) throw new Refusal('clocks_differ');
    },
    get mayAct() {
      return isKnown && !isApart;
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

/** The middle of question and answer is taken for the moment at which the database looked at its clock. */
async function readSkew(db: Database, now: () => number): Promise<Skew> {
  const before = now();
  const { rows } = await sql<{ at: string }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db);
  const after = now();
  return { milliseconds: Number(rows[0]?.at) - (before + after) / 2, uncertainty: (after - before) / 2 };
}
