import { type Context, transact } from '#area/context.ts';
import { findMachineTrouble } from '#platform/machine/machine-trouble.ts';
import type { Job, JobOutcome } from '#platform/time/job-runner.ts';
import { findJobRun, saveJobRun } from './store.ts';
import type { JobRunRow } from './tables.ts';

const maxOutcome = 500;

/**
 * Wraps a job so that its last run is recorded: when it began, how long it took and what it did. Also logs runs of
 * scheduled jobs.
 */
export const recordRuns = (context: Context, job: Job, { isLogged = false } = {}): Job => ({
  name: job.name,
  async run(stopping) {
    recordStart(context, job.name);
    const began = context.clock.steadyNow();
    const end = (outcome: JobOutcome, hasFailed: boolean) => {
      const milliseconds = Math.round(context.clock.steadyNow() - began);
      recordEnd(context, job.name, { milliseconds, outcome, hasFailed });
      if (isLogged && !hasFailed) context.log.info({ job: job.name, milliseconds }, outcome || 'done');
    };
    try {
      const outcome = await job.run(stopping);
      // A run interrupted by the end of the service hasn't finished; the next start repeats it.
      if (!stopping.aborted) end(outcome, false);
      return outcome;
    } catch (error) {
      end(error instanceof Error ? error.message : String(error), true);
      throw error;
    }
  },
});

function recordStart(context: Context, name: string): void {
  const attempts = (findJobRun(context.db, name)?.attempts ?? 0) + 1;
  saveIfPossible(context, name, { startedAt: context.clock.now(), finishedAt: null, attempts, requestedAt: null });
}

interface JobEnd {
  readonly milliseconds: number;
  readonly outcome: JobOutcome;
  readonly hasFailed: boolean;
}

function recordEnd(context: Context, name: string, { outcome, ...end }: JobEnd): void {
  const runs = (findJobRun(context.db, name)?.runs ?? 0) + 1;
  const said = outcome ? outcome.slice(0, maxOutcome) : null;
  saveIfPossible(context, name, { ...end, outcome: said, finishedAt: context.clock.now(), attempts: 0, runs });
}

/** On a full disk a job can't be recorded, but it still runs. */
function saveIfPossible(context: Context, name: string, changes: Partial<JobRunRow>): void {
  try {
    transact(context, ({ db }) => saveJobRun(db, name, changes));
  } catch (error) {
    const trouble = findMachineTrouble(error);
    if (!trouble) throw error;
    context.conditions.begin(trouble.state, trouble.sentence);
  }
}
