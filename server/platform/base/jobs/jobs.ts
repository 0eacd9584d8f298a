import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Tracing } from '../../../observe/tracing.ts';
import type { Job } from './job.ts';
import type { JobLeases } from './job-lease.ts';
import { type JobState, jobStateOf, newJobRecord } from './job-records.ts';
import { createJobRuns } from './job-runs.ts';
import { createLeasedRuns } from './leased-runs.ts';

export interface JobsDeps {
  readonly log: Logger;
  readonly tracing?: Tracing;
  /** Absent with a single node. */
  readonly leases?: JobLeases;
  /** A run that takes longer is abandoned, and the next one may start. */
  readonly limitMs?: number;
  /** False: no run is started. Most jobs write values that depend on the clock. */
  readonly mayRun?: () => boolean;
}

export interface Jobs {
  start(): void;
  /** Runs a job now, regardless of its schedule. */
  run(name: string): Promise<void>;
  /** Resolves when no job is running. */
  stop(): Promise<void>;
  states(): readonly JobState[];
}

/** The longest jobs take minutes on the largest ledgers. A longer run waits for something that never happens. */
const LIMIT_MS = 1_800_000;

/**
 * Scheduler of all jobs. A failed run is logged and repeated at the next scheduled time. Runs of one job never overlap, unless a run was
 * abandoned after its time limit; `stop` does not wait for abandoned runs. Each run has a request id for its log lines.
 */
export function createJobs(jobs: readonly Job[], { log, tracing, leases, limitMs = LIMIT_MS, mayRun = () => true }: JobsDeps): Jobs {
  const records = new Map(jobs.map(({ name }) => [name, newJobRecord(name)]));
  const runs = createJobRuns({ log, tracing, limitMs });
  const runOnce = (job: Job) => runs.run(job, records.get(job.name) ?? newJobRecord(job.name));
  const runNamed = async (name: string) => {
    const job = jobs.find((one) => one.name === name);
    if (job) await runOnce(job);
  };
  const names = jobs.filter(({ onEveryNode }) => !onEveryNode).map(({ name }) => name);
  const leasedRuns = leases && createLeasedRuns({ leases, log, names, run: runNamed, track: runs.track });
  let timers: readonly Cron[] = [];
  let takeoverTimer: NodeJS.Timeout | undefined;

  async function runDue(job: Job): Promise<void> {
    if (!job.readOnly && !mayRun()) return;
    if (!leasedRuns || job.onEveryNode) return runOnce(job);
    await leasedRuns.runDue(job.name, new Date(records.get(job.name)?.dueAt ?? Date.now()));
  }
  function schedule(job: Job): Cron {
    const timer = new Cron(job.cronPattern, { timezone: 'UTC', protect: true, unref: true }, async () => {
      await runDue(job);
      recordNextRun(timer);
    });
    const recordNextRun = (cron: Cron) => {
      const record = records.get(job.name);
      if (record) record.dueAt = cron.nextRun()?.getTime();
    };
    recordNextRun(timer);
    return timer;
  }
  function runExpired(): void {
    if (mayRun()) void leasedRuns?.runExpired();
  }

  return {
    start() {
      if (timers.length > 0) return;
      timers = jobs.map(schedule);
      if (leases) takeoverTimer = setInterval(runExpired, leases.checkIntervalMs).unref();
    },
    async run(name) {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`There is no job ${name}.`);
      await runOnce(job);
    },
    async stop() {
      for (const timer of timers) timer.stop();
      timers = [];
      clearInterval(takeoverTimer);
      for (const record of records.values()) record.dueAt = undefined;
      await runs.settled();
    },
    states: () => [...records.values()].map(jobStateOf),
  };
}
