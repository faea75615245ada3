import type { Job, JobOutcome } from '#platform/time/job-runner.ts';

/** The work of a job, which a test sets for each run. */
export interface Work {
  readonly run: Job['run'];
  /** Sets the work of the next run; later runs do nothing again. */
  next(work: Job['run']): void;
}

export function createRun(): Work {
  let planned: Job['run'] | undefined;
  return {
    run(stopping): JobOutcome | Promise<JobOutcome> {
      const work = planned;
      planned = undefined;
      return work?.(stopping);
    },
    next(work) {
      planned = work;
    },
  };
}
