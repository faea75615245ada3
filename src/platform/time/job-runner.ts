import { setImmediate } from 'node:timers/promises';
import { findMachineTrouble } from '../machine/machine-trouble.ts';
import type { Conditions } from '../observing/conditions.ts';
import type { Log } from '../observing/log.ts';
import type { JobTimes } from './job-times.ts';

/** A named piece of work that the service runs on a timer, or the crew by name. */
export interface Job {
  readonly name: string;
  /**
   * Long work ends early once the service is stopping. Returns a sentence on what was done, if that's worth knowing.
   */
  run(stopping: AbortSignal): JobOutcome | Promise<JobOutcome>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a job that has nothing to say need not return anything
export type JobOutcome = string | void;

/** When a job runs, and what it needs. */
export interface JobPlan {
  readonly times: JobTimes;
  /** It needs connected clients, so only a running service can do it. */
  readonly needsService?: boolean;
  /** Its runs aren't stored, because a commit for each isn't worth it. */
  readonly isUnrecorded?: boolean;
  /** The variable that has disabled its timer; it can still be run by name. */
  readonly switchedOffBy?: string;
}

/** How the timer treats a job. */
export interface Timing {
  /** Milliseconds between two checks of the timer. */
  readonly every: number;
  /** Called at each check to decide whether the job runs; absent: always. */
  readonly isDue?: () => boolean;
}

/** Runs named jobs on their timers. A job that throws is logged and runs again at its next time. */
export interface JobRunner {
  /** Adds a job; one without timing runs only by name. */
  add(job: Job, timing?: Timing, plan?: JobPlan): void;
  /** Starts the timers. */
  start(): void;
  /** Stops the timers and waits for running jobs. */
  stop(): Promise<void>;
  /** Runs one job now, joining a run that is in progress. Throws what the job throws. */
  run(name: string): Promise<JobOutcome>;
  /** Checks the timers now, and waits for the jobs that are due. */
  runDue(): Promise<void>;
  names(): string[];
  /** The jobs by name, with their plans if they have one. */
  plans(): ReadonlyMap<string, JobPlan | undefined>;
}

const getFailureKey = (job: string): string => `job-${job}`;

export function createJobRunner(log: Log, conditions: Conditions): JobRunner {
  const jobs = new Map<string, { job: Job; timing: Timing | undefined; plan: JobPlan | undefined }>();
  const running = new Map<string, Promise<JobOutcome>>();
  const timers: NodeJS.Timeout[] = [];
  const stopping = new AbortController();

  function run(name: string): Promise<JobOutcome> {
    const job = jobs.get(name)?.job;
    if (!job) return Promise.reject(new Error(`there is no job named ${name}`));
    const underWay = running.get(name);
    if (underWay) return underWay;
    const finished = (async () => job.run(stopping.signal))().finally(() => running.delete(name));
    finished.then(
      () => conditions.end(getFailureKey(name)),
      () => {},
    );
    running.set(name, finished);
    return finished;
  }

  async function runWhenDue(name: string, { isDue }: Timing): Promise<void> {
    try {
      if (running.has(name) || isDue?.() === false) return;
      await run(name);
    } catch (error) {
      report(name, error);
    }
  }

  /**
   * Logs that a job has begun to fail, but not each of its failures. The cause may affect other jobs too, like a full
   * disk, which is also logged once.
   */
  function report(name: string, error: unknown): void {
    const trouble = findMachineTrouble(error);
    if (trouble) return void conditions.begin(trouble.state, trouble.sentence);
    const stack = error instanceof Error ? error.stack : undefined;
    const isNew = conditions.begin(getFailureKey(name), `The job ${name} is failing: ${String(error)}`, {
      untilEnded: true,
    });
    if (isNew) log.error({ error: String(error), stack, job: name }, 'a job failed');
  }

  const listTimed = () => [...jobs.values()].flatMap(({ job, timing }) => (timing ? [{ name: job.name, timing }] : []));

  return {
    add(job, timing, plan) {
      if (jobs.has(job.name)) throw new Error(`two jobs are named ${job.name}`);
      jobs.set(job.name, { job, timing, plan });
    },
    start() {
      for (const { name, timing } of listTimed()) {
        timers.push(setInterval(() => void runWhenDue(name, timing), timing.every));
      }
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.allSettled(running.values());
    },
    run,
    async runDue() {
      await Promise.all(listTimed().map(({ name, timing }) => runWhenDue(name, timing)));
    },
    names: () => [...jobs.keys()],
    plans: () => new Map([...jobs].map(([name, { plan }]) => [name, plan])),
  };
}

/** For long work that a caller waits for: it continues while the service is stopping. */
export const neverStopping: AbortSignal = new AbortController().signal;

/** How long other work waits during long work. */
const maxBlockingMilliseconds = 5;

/**
 * Does many short pieces of work, yielding to others every 5 ms. Ends early when the service stops, unless a caller
 * waits for all of it.
 */
export async function forEachWhileRunning<Piece>(
  stopping: AbortSignal | undefined,
  pieces: Iterable<Piece>,
  work: (piece: Piece) => void,
): Promise<void> {
  let began = performance.now();
  for (const piece of pieces) {
    if (stopping?.aborted) return;
    work(piece);
    if (performance.now() - began < maxBlockingMilliseconds) continue;
    await setImmediate();
    began = performance.now();
  }
}

/**
 * Does long work piece by piece, yielding to others in between. `piece` returns how much it did; 0 ends the work.
 * Returns
 * the total; ends early when the service stops.
 */
export async function runInBatches(stopping: AbortSignal, piece: () => number): Promise<number> {
  let all = 0;
  while (!stopping.aborted) {
    const done = piece();
    if (done === 0) break;
    all += done;
    await setImmediate();
  }
  return all;
}
