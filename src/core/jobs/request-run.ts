import { type Context, transact } from '#area/context.ts';
import { findRequestedJobs, saveJobRun } from './store.ts';

/** Asks the running service to run a job. The service checks for requests every second. */
export function requestJob(context: Context, name: string): void {
  transact(context, ({ db, clock }) => saveJobRun(db, name, { requestedAt: clock.now() }));
}

/** Withdraws a request that hasn't been processed. */
export function withdrawRequest(context: Context, name: string): void {
  transact(context, ({ db }) => saveJobRun(db, name, { requestedAt: null }));
}

/** Starts the jobs that commands have requested. A job that is running serves for the request too. */
export function startRequestedJobs(context: Context): void {
  const { db, jobs, log } = context;
  for (const name of findRequestedJobs(db)) {
    withdrawRequest(context, name);
    log.info({ job: name }, 'a command requested a job');
    jobs.run(name).catch((error: unknown) => log.error({ error: String(error), job: name }, 'a job failed'));
  }
}
