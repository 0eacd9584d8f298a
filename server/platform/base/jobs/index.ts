import './tables.ts';
import * as jobRun from './migrations/058-job-run.ts';

export type { Job } from './job.ts';
export { createJobLeases } from './job-lease.ts';
export type { JobState } from './job-records.ts';
export { createJobs, type Jobs } from './jobs.ts';

/** Jobs are not a feature, but have a table. */
export const JOB_MIGRATIONS = { '058-job-run': jobRun };
