import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/index.ts';

/** A leased run of a job. No other node starts this run. */
export interface JobLease {
  readonly name: string;
  release(): Promise<void>;
}

/** Leases that distribute job runs over the nodes of one database. */
export interface JobLeases {
  /** Leases the run that is due at this time; undefined if another node has leased it. */
  claim(name: string, dueAt: Date): Promise<JobLease | undefined>;
  /** Takes over unfinished runs of nodes whose lease has expired. */
  claimExpired(names: readonly string[]): Promise<readonly JobLease[]>;
  /** Interval in milliseconds at which to look for expired leases. */
  readonly checkIntervalMs: number;
}

export interface JobLeasesDeps {
  readonly db: Database;
  readonly merchant: string;
  readonly log: Logger;
  /** A lease expires after this time without renewal. */
  readonly leaseMs?: number;
}

const LEASE_MS = 15_000;
/** Renewals, and checks for expired leases, per lease duration. */
const RENEWALS_PER_LEASE = 4;
/** Limit for nodes whose clock is ahead: they would lease runs that are not due yet. */
const MAX_CLOCK_AHEAD_MS = 5_000;

/**
 * One row per job: the first node that writes the time of a run owns it. The lease only shows that the node is alive. A node whose lease
 * expired by mistake may run at the same time as its successor, so jobs must tolerate concurrent runs.
 */
export function createJobLeases({ db, merchant, log, leaseMs = LEASE_MS }: JobLeasesDeps): JobLeases {
  const later = (milliseconds: number) => sql<Date>`clock_timestamp() + ${milliseconds}::integer * interval '1 millisecond'`;
  // A lease further ahead than this was written before the database's clock was set back.
  const isExpired = (lease: RawBuilder<unknown>) =>
    sql<boolean>`(${lease} < clock_timestamp() or ${lease} > ${later(Math.max(leaseMs, LEASE_MS) + MAX_CLOCK_AHEAD_MS)})`;

  function startLease(name: string, holder: string): JobLease {
    const ownRow = () => db.updateTable('job_run').where('merchant', '=', merchant).where('name', '=', name).where('holder', '=', holder);
    const renew = async () => {
      const { numUpdatedRows } = await ownRow()
        .set({ lease_until: later(leaseMs) })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) log.warn({ job: name }, 'job lease taken over by another node');
    };
    const timer = setInterval(
      () => void renew().catch((error: unknown) => log.warn({ err: error, job: name }, 'job lease renewal failed')),
      leaseMs / RENEWALS_PER_LEASE,
    );
    timer.unref();
    return {
      name,
      async release() {
        clearInterval(timer);
        await ownRow().set({ lease_until: null }).execute();
      },
    };
  }

  return {
    checkIntervalMs: leaseMs / RENEWALS_PER_LEASE,
    async claim(name, dueAt) {
      const holder = randomUUID();
      const { rows } = await sql`
        insert into job_run as run (merchant, name, due_at, holder, lease_until)
        select ${merchant}, ${name}, ${dueAt}::timestamptz, ${holder}, ${later(leaseMs)} where ${dueAt}::timestamptz <= ${later(MAX_CLOCK_AHEAD_MS)}
        on conflict (merchant, name) do update
          set due_at = excluded.due_at, holder = excluded.holder, lease_until = excluded.lease_until
          where (run.due_at < excluded.due_at or run.due_at > ${later(MAX_CLOCK_AHEAD_MS)})
            and (run.lease_until is null or ${isExpired(sql.ref('run.lease_until'))})
        returning name`.execute(db);
      return rows.length > 0 ? startLease(name, holder) : undefined;
    },
    async claimExpired(names) {
      const holder = randomUUID();
      const rows = await db
        .updateTable('job_run')
        .set({ holder, lease_until: later(leaseMs) })
        .where('merchant', '=', merchant)
        .where('name', 'in', names)
        .where(isExpired(sql.ref('lease_until')))
        .returning('name')
        .execute();
      return rows.map(({ name }) => startLease(name, holder));
    },
  };
}
