export { createJobLeases } from './job-lease.ts';
export { createJobs, type Job, type JobState, type Jobs } from './jobs.ts';
