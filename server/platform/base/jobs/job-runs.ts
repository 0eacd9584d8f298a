import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { inScope } from '../../../observe/request-scope.ts';
import type { Tracing } from '../../../observe/tracing.ts';
import type { Job } from './job.ts';
import type { JobRecord } from './job-records.ts';

export interface JobRunsDeps {
  readonly log: Logger;
  readonly tracing: Tracing | undefined;
  readonly limitMs: number;
}

/** Runs in progress in this process. */
export interface JobRuns {
  /** Resolves when the run has ended or was abandoned; never rejects. */
  run(job: Job, record: JobRecord): Promise<void>;
  /** Resolves with the work, which must not reject. `settled` waits for it. */
  track(work: Promise<void>): Promise<void>;
  settled(): Promise<void>;
}

export function createJobRuns({ log, tracing, limitMs }: JobRunsDeps): JobRuns {
  const running = new Set<Promise<void>>();
  async function track(work: Promise<void>): Promise<void> {
    running.add(work);
    await work;
    running.delete(work);
  }
  /** Records and logs a failure. */
  function perform(job: Job, record: JobRecord): Promise<void> {
    const span = tracing?.root(`job ${job.name}`, 'internal');
    return inScope({ requestId: randomUUID(), job: job.name }, () =>
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
  }
  return {
    track,
    async run(job, record) {
      const start = performance.now();
      record.startedAt = Date.now();
      await track(
        within(perform(job, record), limitMs, () => {
          record.failures += 1;
          log.error({ job: job.name, limitMs }, 'job timed out and was abandoned');
        }),
      );
      record.runs += 1;
      record.endedAt = Date.now();
      record.milliseconds = performance.now() - start;
    },
    settled: async () => void (await Promise.all(running)),
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
