import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import type { Logger } from 'pino';
import { inScope } from '../../observe/request-scope.ts';
import type { Tracing } from '../../observe/tracing.ts';
import type { Turn, Turns } from './turns.ts';

export interface Job {
  readonly name: string;
  /** Cron pattern in UTC. */
  readonly when: string;
  /**
   * Every node runs it: it keeps something in this process, or all share its work row by row. Without this each run is one
   * node's, whichever it is; should that node end in it, another one runs it again.
   */
  readonly everywhere?: boolean;
  /** It changes nothing that hangs on the time, so it runs whatever this node's clock says. */
  readonly looksOnly?: boolean;
  /** Does no harm when it runs twice, at once or after a break of any length. */
  run(): Promise<unknown>;
}

export interface JobsDeps {
  readonly log: Logger;
  readonly tracing?: Tracing | undefined;
  /** Absent: there is one node. */
  readonly turns?: Turns | undefined;
  /** A run that has not ended after so long is given up: others may begin the next one. */
  readonly limitMs?: number | undefined;
  /** False: nothing is begun for now. What jobs do to rows hangs on the time. */
  readonly mayRun?: (() => boolean) | undefined;
}

/** How a job fares in this process; times in milliseconds since the epoch. */
export interface JobState {
  readonly name: string;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly succeededAt: number | undefined;
  /** How long the last run took. */
  readonly milliseconds: number;
  readonly runs: number;
  readonly failures: number;
  /** For how long its next run has been due, or the one that still runs has kept it from starting. */
  readonly lateMs: number;
}

export interface Jobs {
  start(): void;
  /** One job at once, whatever its time. */
  run(name: string): Promise<void>;
  /** No job runs any more when it resolves. */
  stop(): Promise<void>;
  states(): readonly JobState[];
}

/** The longest jobs take minutes on the largest books; what is still at it then waits for something that never comes. */
const LIMIT_MS = 1_800_000;

type JobRecord = { -readonly [K in keyof Omit<JobState, 'lateMs'>]: JobState[K] } & { dueAt: number | undefined };

/**
 * The one scheduler. A job that fails is logged and comes again at its next time; it never runs twice at once, unless a run has
 * been given up because it does not end: then nobody waits for it, not even a stop. Each run has an id of its own, which its lines carry.
 */
export function createJobs(jobs: readonly Job[], { log, tracing, turns, limitMs = LIMIT_MS, mayRun = () => true }: JobsDeps): Jobs {
  const running = new Set<Promise<void>>();
  /** Jobs whose turn this node has. */
  const here = new Set<string>();
  const records = new Map(jobs.map(({ name }) => [name, newRecord(name)]));
  const inTurn = jobs.filter(({ everywhere }) => !everywhere).map(({ name }) => name);
  let timers: readonly Cron[] = [];
  let looking: NodeJS.Timeout | undefined;
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
            log.error({ err: error, job: job.name }, 'a job failed');
          },
        ),
    );
    const ended = within(work, limitMs, () => {
      record.failures += 1;
      log.error({ job: job.name, limitMs }, 'a job does not end and is given up');
    });
    running.add(ended);
    await ended;
    running.delete(ended);
    record.runs += 1;
    record.endedAt = Date.now();
    record.milliseconds = performance.now() - start;
  };
  const runTurn = async (turn: Turn): Promise<void> => {
    const job = jobs.find(({ name }) => name === turn.name);
    here.add(turn.name);
    if (job) await runOnce(job);
    here.delete(turn.name);
    await turn.end();
  };
  /** Who has a run is looked up where nobody waits for it; without an answer nobody begins it. */
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    const attempting = work().catch((error: unknown) => log.error({ err: error, job: what }, 'whose turn a job is could not be found out'));
    running.add(attempting);
    await attempting;
    running.delete(attempting);
  };
  const runDue = async (job: Job): Promise<void> => {
    if (!job.looksOnly && !mayRun()) return;
    if (!turns || job.everywhere) return runOnce(job);
    if (here.has(job.name)) return;
    const dueAt = new Date(records.get(job.name)?.dueAt ?? Date.now());
    await attempt(job.name, async () => {
      const turn = await turns.take(job.name, dueAt);
      if (turn) await runTurn(turn);
    });
  };
  const takeOver = (): void => {
    if (!turns || !mayRun()) return;
    void attempt('of a node that is gone', async () => {
      // A run of this node's own whose lease could not be renewed in time goes on: two of one job never run in one process.
      const abandoned = await turns.takeOver(inTurn.filter((name) => !here.has(name)));
      for (const { name } of abandoned) log.warn({ job: name }, 'a job of a node that is gone is run again');
      await Promise.all(abandoned.map(runTurn));
    });
  };
  const schedule = (job: Job): Cron => {
    const timer = new Cron(job.when, { timezone: 'UTC', protect: true, unref: true }, async () => {
      await runDue(job);
      remember(timer);
    });
    const remember = (cron: Cron) => {
      const record = records.get(job.name);
      if (record) record.dueAt = cron.nextRun()?.getTime();
    };
    remember(timer);
    return timer;
  };
  return {
    start() {
      if (timers.length > 0) return;
      timers = jobs.map(schedule);
      if (turns) looking = setInterval(takeOver, turns.lookMs).unref();
    },
    async run(name) {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`There is no job ${name}.`);
      await runOnce(job);
    },
    async stop() {
      for (const timer of timers) timer.stop();
      timers = [];
      clearInterval(looking);
      for (const record of records.values()) record.dueAt = undefined;
      await Promise.all(running);
    },
    states: () => [...records.values()].map(({ dueAt, ...state }) => ({ ...state, lateMs: Math.max(0, Date.now() - (dueAt ?? Infinity)) })),
  };
}

/** Resolves with the work, or after `milliseconds` without it. */
async function within(work: Promise<void>, milliseconds: number, onGivenUp: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), milliseconds);
    timer.unref();
  });
  if (await Promise.race([work, over])) onGivenUp();
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
