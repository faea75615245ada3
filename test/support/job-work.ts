import type { Job, JobOutcome } from '#platform/time/job-runner.ts';

/** The work of a job, which the test gives it run by run. */
export interface Work {
  readonly run: Job['run'];
  /** What the next run does; later ones do nothing again. */
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
