import type { Logger } from 'pino';
import type { JobLease, JobLeases } from './job-lease.ts';

export interface LeasedRunsDeps {
  readonly leases: JobLeases;
  readonly log: Logger;
  /** Jobs of which only one node runs at a time. */
  readonly names: readonly string[];
  readonly run: (name: string) => Promise<void>;
  /** Waits for the work when the jobs stop. */
  readonly track: (work: Promise<void>) => Promise<void>;
}

/** Runs that this node has leased from the other nodes. */
export interface LeasedRuns {
  /** Runs the job unless another node has leased this run. */
  runDue(name: string, dueAt: Date): Promise<void>;
  /** Repeats the runs of nodes whose lease has expired. */
  runExpired(): Promise<void>;
}

export function createLeasedRuns({ leases, log, names, run, track }: LeasedRunsDeps): LeasedRuns {
  const leasedHere = new Set<string>();
  async function runLeased(lease: JobLease): Promise<void> {
    leasedHere.add(lease.name);
    await run(lease.name);
    leasedHere.delete(lease.name);
    await lease.release();
  }
  /** If the query for the lease fails, the run is not started. */
  const attempt = (name: string, work: () => Promise<void>): Promise<void> =>
    track(work().catch((error: unknown) => log.error({ err: error, job: name }, 'job lease lookup failed')));

  return {
    async runDue(name, dueAt) {
      if (leasedHere.has(name)) return;
      await attempt(name, async () => {
        const lease = await leases.claim(name, dueAt);
        if (lease) await runLeased(lease);
      });
    },
    runExpired: () =>
      attempt('of a node that is gone', async () => {
        // A run of this node whose lease was renewed too late continues: this process never runs a job twice.
        const abandoned = await leases.claimExpired(names.filter((name) => !leasedHere.has(name)));
        for (const { name } of abandoned) log.warn({ job: name }, 'job of a failed node is repeated');
        await Promise.all(abandoned.map(runLeased));
      }),
  };
}
