import { setImmediate } from 'node:timers/promises';
import type { Log } from './log.ts';

/** A named piece of timed work. */
export interface Job {
  readonly name: string;
  /** Milliseconds between two runs. */
  readonly every: number;
  /** What takes long ends early once the service is stopping. */
  run(stopping: AbortSignal): void | Promise<void>;
}

/** Runs named jobs on their timers. A job that throws is logged and runs again at its next time. */
export interface JobRunner {
  add(job: Job): void;
  /** Starts the timers. */
  start(): void;
  /** Stops the timers and waits for what is running. */
  stop(): Promise<void>;
  /** Runs one job now, joining a run that is under way. Throws what the job throws. */
  run(name: string): Promise<void>;
  names(): string[];
}

export function createJobRunner(log: Log): JobRunner {
  const jobs = new Map<string, Job>();
  const running = new Map<string, Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  const stopping = new AbortController();

  function run(name: string): Promise<void> {
    const job = jobs.get(name);
    if (!job) return Promise.reject(new Error(`there is no job named ${name}`));
    const underWay = running.get(name);
    if (underWay) return underWay;
    const finished = (async () => job.run(stopping.signal))().finally(() => running.delete(name));
    running.set(name, finished);
    return finished;
  }

  function runOnTimer(name: string): void {
    if (running.has(name)) return;
    run(name).catch((error: unknown) =>
      log.error(
        { error: String(error), stack: error instanceof Error ? error.stack : undefined, job: name },
        'a job failed',
      ),
    );
  }

  return {
    add(job) {
      if (jobs.has(job.name)) throw new Error(`two jobs are named ${job.name}`);
      jobs.set(job.name, job);
    },
    start() {
      for (const job of jobs.values()) timers.push(setInterval(() => runOnTimer(job.name), job.every));
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.allSettled(running.values());
    },
    run,
    names: () => [...jobs.keys()],
  };
}

/** For long work that somebody waits for: it goes on although the service is stopping. */
export const neverStopping: AbortSignal = new AbortController().signal;

/** So long others wait while somebody does long work. */
const turnMilliseconds = 10;

/**
 * Does each of many short pieces of work; whenever 10 ms are used up others have their turn. Ends early when the service
 * stops, unless somebody waits for all of it.
 */
export async function doInTurns<Piece>(
  stopping: AbortSignal | undefined,
  pieces: Iterable<Piece>,
  work: (piece: Piece) => void,
): Promise<void> {
  let began = performance.now();
  for (const piece of pieces) {
    if (stopping?.aborted) return;
    work(piece);
    if (performance.now() - began < turnMilliseconds) continue;
    await setImmediate();
    began = performance.now();
  }
}

/**
 * Does long work piece by piece; between two of them others have their turn. `piece` tells whether it did anything: the
 * first that did nothing is the last. Ends early when the service stops.
 */
export async function runInBatches(stopping: AbortSignal, piece: () => boolean): Promise<void> {
  while (!stopping.aborted && piece()) await setImmediate();
}
