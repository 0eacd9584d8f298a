import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import type { Logger } from 'pino';
import { inScope } from '../../../observe/request-scope.ts';
import type { Tracing } from '../../../observe/tracing.ts';
import type { JobLease, JobLeases } from './job-lease.ts';

export interface Job {
  readonly name: string;
  /** Cron pattern in UTC. */
  readonly cronPattern: string;
  /**
   * Runs on every node: it works on state of the process, or the nodes share its rows. Other jobs run on one node at a time; if that node
   * fails, another one repeats the run.
   */
  readonly onEveryNode?: boolean;
  /** Writes nothing that depends on the clock, so it also runs while this node's clock is wrong. */
  readonly readOnly?: boolean;
  /** Must tolerate repeated and concurrent runs, and any pause between them. */
  run(): Promise<unknown>;
}

export interface JobsDeps {
  readonly log: Logger;
  readonly tracing?: Tracing | undefined;
  /** Absent with a single node. */
  readonly leases?: JobLeases | undefined;
  /** A run that takes longer is abandoned, and the next one may start. */
  readonly limitMs?: number | undefined;
  /** False: no run is started. Most jobs write values that depend on the clock. */
  readonly mayRun?: (() => boolean) | undefined;
}

/** State of a job in this process; times in milliseconds since the epoch. */
export interface JobState {
  readonly name: string;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly succeededAt: number | undefined;
  /** Duration of the last run. */
  readonly milliseconds: number;
  readonly runs: number;
  readonly failures: number;
  /** Time since the next run became due, including the time it waits for a run in progress. */
  readonly lateMs: number;
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

type JobRecord = { -readonly [K in keyof Omit<JobState, 'lateMs'>]: JobState[K] } & { dueAt: number | undefined };

/**
 * Scheduler of all jobs. A failed run is logged and repeated at the next scheduled time. Runs of one job never overlap, unless a run was
 * abandoned after its time limit; `stop` does not wait for abandoned runs. Each run has a request id for its log lines.
 */
export function createJobs(jobs: readonly Job[], { log, tracing, leases, limitMs = LIMIT_MS, mayRun = () => true }: JobsDeps): Jobs {
  const running = new Set<Promise<void>>();
  /** Jobs with a run that this node has leased. */
  const leasedHere = new Set<string>();
  const records = new Map(jobs.map(({ name }) => [name, newRecord(name)]));
  const leasedJobs = jobs.filter(({ onEveryNode }) => !onEveryNode).map(({ name }) => name);
  let timers: readonly Cron[] = [];
  let takeoverTimer: NodeJS.Timeout | undefined;
  const runOnce = async (job: Job): Promise<void> => {
    const record = records.get(job.name) ?? newRecord(job.name);
    const span = tracing?.root(`job ${job.name}`, 'internal');
    const start = performance.now();
    record.startedAt = Date.now();
    const work = inScope({ requestId: randomUUID(), job: job.name }, () =>
      Promise.resolve()
        .then(() => (span ? span.run(() => job.run()) : job.run()))
        .then(
          () => {
            record.succeededAt = Date.now();
            span?.end();
          },
          (error: unknown) => {
            record.failures += 1;
            span?.end(true);
            log.error({ err: error, job: job.name }, 'job failed');
          },
        ),
    );
    const ended = within(work, limitMs, () => {
      record.failures += 1;
      log.error({ job: job.name, limitMs }, 'job timed out and was abandoned');
    });
    running.add(ended);
    await ended;
    running.delete(ended);
    record.runs += 1;
    record.endedAt = Date.now();
    record.milliseconds = performance.now() - start;
  };
  const runLeased = async (lease: JobLease): Promise<void> => {
    const job = jobs.find(({ name }) => name === lease.name);
    leasedHere.add(lease.name);
    if (job) await runOnce(job);
    leasedHere.delete(lease.name);
    await lease.release();
  };
  /** Queries the lease in the background. If the query fails, the run is not started. */
  const attempt = async (jobName: string, work: () => Promise<void>): Promise<void> => {
    const attemptRun = work().catch((error: unknown) => log.error({ err: error, job: jobName }, 'job lease lookup failed'));
    running.add(attemptRun);
    await attemptRun;
    running.delete(attemptRun);
  };
  const runDue = async (job: Job): Promise<void> => {
    if (!job.readOnly && !mayRun()) return;
    if (!leases || job.onEveryNode) return runOnce(job);
    if (leasedHere.has(job.name)) return;
    const dueAt = new Date(records.get(job.name)?.dueAt ?? Date.now());
    await attempt(job.name, async () => {
      const lease = await leases.claim(job.name, dueAt);
      if (lease) await runLeased(lease);
    });
  };
  const claimExpired = (): void => {
    if (!leases || !mayRun()) return;
    void attempt('of a node that is gone', async () => {
      // A run of this node whose lease was renewed too late continues: this process never runs a job twice.
      const abandoned = await leases.claimExpired(leasedJobs.filter((name) => !leasedHere.has(name)));
      for (const { name } of abandoned) log.warn({ job: name }, 'job of a failed node is repeated');
      await Promise.all(abandoned.map(runLeased));
    });
  };
  const schedule = (job: Job): Cron => {
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
  };
  return {
    start() {
      if (timers.length > 0) return;
      timers = jobs.map(schedule);
      if (leases) takeoverTimer = setInterval(claimExpired, leases.checkIntervalMs).unref();
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
      await Promise.all(running);
    },
    states: () => [...records.values()].map(({ dueAt, ...state }) => ({ ...state, lateMs: Math.max(0, Date.now() - (dueAt ?? Infinity)) })),
  };
}

/** Resolves with the work, or after `milliseconds` without it. */
async function within(work: Promise<void>, milliseconds: number, onTimeout: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), milliseconds);
    timer.unref();
  });
  if (await Promise.race([work, timedOut])) onTimeout();
  clearTimeout(timer);
}

function newRecord(name: string): JobRecord {
  return {
    name,
    startedAt: undefined,
    endedAt: undefined,
    succeededAt: undefined,
    milliseconds: 0,
    runs: 0,
    failures: 0,
    dueAt: undefined,
  };
}
