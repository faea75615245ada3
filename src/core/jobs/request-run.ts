import { type Context, transact } from '#area/context.ts';
import { findRequestedJobs, saveJobRun } from './store.ts';

/** Asks the running service for a run of a job; it takes requests up every second. */
export function requestJob(context: Context, name: string): void {
  transact(context, ({ db, clock }) => saveJobRun(db, name, { requestedAt: clock.now() }));
}

/** Takes a request back that no one has processed. */
export function withdrawRequest(context: Context, name: string): void {
  transact(context, ({ db }) => saveJobRun(db, name, { requestedAt: null }));
}

/** Starts the jobs that commands have asked for; one that is under way serves for the request too. */
export function startRequestedJobs(context: Context): void {
  const { db, jobs, log } = context;
  for (const name of findRequestedJobs(db)) {
    withdrawRequest(context, name);
    log.info({ job: name }, 'a job was asked for by a command');
    jobs.run(name).catch((error: unknown) => log.error({ error: String(error), job: name }, 'a job failed'));
  }
}
