export { isJobDue } from './due.ts';
export { type JobState, listJobs } from './list-jobs.ts';
export { recordRuns } from './record-run.ts';
export { requestJob, startRequestedJobs, withdrawRequest } from './request-run.ts';
export { findJobRun } from './store.ts';
