export type { Job } from './job.ts';
export { createJobLeases } from './job-lease.ts';
export type { JobState } from './job-records.ts';
export { createJobs, type Jobs } from './jobs.ts';
