import { Cron } from 'croner';
import type { Logger } from 'pino';

export interface Job {
  readonly name: string;
  /** Cron pattern in UTC. */
  readonly when: string;
  /** May run in several processes at once and after a break of any length. */
  run(): Promise<unknown>;
}

export interface Jobs {
  start(): void;
  /** One job at once, whatever its time. */
  run(name: string): Promise<void>;
  /** No job runs any more when it resolves. */
  stop(): Promise<void>;
}

/** The one scheduler. A job that fails is logged and comes again at its next time; it never runs twice at once. */
export function createJobs(jobs: readonly Job[], log: Logger): Jobs {
  const running = new Set<Promise<void>>();
  let timers: readonly Cron[] = [];
  const runOnce = async (job: Job): Promise<void> => {
    const work = Promise.resolve()
      .then(() => job.run())
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error, job: job.name }, 'a job failed'),
      );
    running.add(work);
    await work;
    running.delete(work);
  };
  return {
    start() {
      if (timers.length > 0) return;
      timers = jobs.map((job) => new Cron(job.when, { timezone: 'UTC', protect: true, unref: true }, () => runOnce(job)));
    },
    async run(name) {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`There is no job ${name}.`);
      await runOnce(job);
    },
    async stop() {
      for (const timer of timers) timer.stop();
      timers = [];
      await Promise.all(running);
    },
  };
}
