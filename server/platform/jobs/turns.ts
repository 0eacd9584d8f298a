import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';

/** A run of a job that this node has; nobody else begins it meanwhile. */
export interface Turn {
  readonly name: string;
  end(): Promise<void>;
}

/** Which of the nodes of one database does a run. */
export interface Turns {
  /** The run of a job that is due at this time; undefined when another node has it, or has had it. */
  take(name: string, dueAt: Date): Promise<Turn | undefined>;
  /** Runs that a node has begun and will not end, because it is gone: now they are this node's. */
  takeOver(names: readonly string[]): Promise<readonly Turn[]>;
  /** How often somebody has to look for those. */
  readonly lookMs: number;
}

export interface TurnsDeps {
  readonly db: Database;
  readonly merchant: string;
  readonly log: Logger;
  /** A node that has not been heard of for so long is gone. */
  readonly leaseMs?: number | undefined;
}

const LEASE_MS = 15_000;
/** Looks, and signs of life, in a lease. */
const SIGNS = 4;
/** A node whose clock is further ahead would take the runs of a time that is still to come. */
const MOST_AHEAD_MS = 5_000;

/**
 * Turns by one row a job: whoever writes the time of a run into it first has that run. The lease only says that its node
 * lives. A node that was thought to be gone and is not may run beside its heir, so jobs stay such that this does no harm.
 */
export function createTurns({ db, merchant, log, leaseMs = LEASE_MS }: TurnsDeps): Turns {
  const later = (milliseconds: number) => sql<Date>`clock_timestamp() + ${milliseconds}::integer * interval '1 millisecond'`;
  // What is further ahead than anybody writes it was written before the database's clock was set back.
  const isOver = (lease: RawBuilder<unknown>) =>
    sql<boolean>`(${lease} < clock_timestamp() or ${lease} > ${later(Math.max(leaseMs, LEASE_MS) + MOST_AHEAD_MS)})`;

  function turnOf(name: string, holder: string): Turn {
    const mine = () => db.updateTable('job_run').where('merchant', '=', merchant).where('name', '=', name).where('holder', '=', holder);
    const renew = async () => {
      const { numUpdatedRows } = await mine()
        .set({ lease_until: later(leaseMs) })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) log.warn({ job: name }, 'another node has taken a job over');
    };
    const timer = setInterval(
      () => void renew().catch((error: unknown) => log.warn({ err: error, job: name }, 'a job could not say that it still runs')),
      leaseMs / SIGNS,
    );
    timer.unref();
    return {
      name,
      async end() {
        clearInterval(timer);
        await mine().set({ lease_until: null }).execute();
      },
    };
  }

  return {
    lookMs: leaseMs / SIGNS,
    async take(name, dueAt) {
      const holder = randomUUID();
      const { rows } = await sql`
        insert into job_run as run (merchant, name, due_at, holder, lease_until)
        select ${merchant}, ${name}, ${dueAt}::timestamptz, ${holder}, ${later(leaseMs)} where ${dueAt}::timestamptz <= ${later(MOST_AHEAD_MS)}
        on conflict (merchant, name) do update
          set due_at = excluded.due_at, holder = excluded.holder, lease_until = excluded.lease_until
          where (run.due_at < excluded.due_at or run.due_at > ${later(MOST_AHEAD_MS)})
            and (run.lease_until is null or ${isOver(sql.ref('run.lease_until'))})
        returning name`.execute(db);
      return rows.length > 0 ? turnOf(name, holder) : undefined;
    },
    async takeOver(names) {
      const holder = randomUUID();
      const rows = await db
        .updateTable('job_run')
        .set({ holder, lease_until: later(leaseMs) })
        .where('merchant', '=', merchant)
        .where('name', 'in', names)
        .where(isOver(sql.ref('lease_until')))
        .returning('name')
        .execute();
      return rows.map(({ name }) => turnOf(name, holder));
    },
  };
}
