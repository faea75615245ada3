import { Worker } from 'node:worker_threads';
import * as v from 'valibot';

const variable = 'WORKER_LIMITS';

const Limits = v.strictObject({
  /** What the process may use for its tasks. */
  memoryBytes: v.number(),
  maxProcessorSeconds: v.optional(v.number()),
});
/** Limits of a worker process if the system can't enforce them. */
export type WorkerLimits = v.InferOutput<typeof Limits>;

/** Returns the environment variable that makes a worker process enforce its limits. */
export const toVariables = (limits: WorkerLimits): Record<string, string> => ({ [variable]: JSON.stringify(limits) });

/** What the worker gradually allocates besides its tasks: the heap, and the thread that watches it. */
const reservedBytes = 40 * 1024 * 1024;
const millisecondsBetweenChecks = 10;

const watch = `
  const { workerData: { maxKibibytes, maxMicroseconds, millisecondsBetweenChecks } } = require('node:worker_threads');
  setInterval(() => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    if (maxRSS > maxKibibytes || userCPUTime + systemCPUTime > maxMicroseconds) process.kill(process.pid, 'SIGKILL');
  }, millisecondsBetweenChecks);`;

/**
 * Ends this process once it uses more memory than its parent allows; does nothing if its parent leaves that to the
 * system. A separate thread checks, since tasks block the main one. The parent can't: Node doesn't report the memory of
 * other processes.
 */
export function watchLimits(): void {
  const text = process.env[variable];
  if (text === undefined) return;
  const { memoryBytes, maxProcessorSeconds = Number.POSITIVE_INFINITY } = v.parse(Limits, JSON.parse(text));
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const workerData = {
    maxKibibytes: maxRSS + (memoryBytes + reservedBytes) / 1024,
    maxMicroseconds: userCPUTime + systemCPUTime + maxProcessorSeconds * 1_000_000,
    millisecondsBetweenChecks,
  };
  const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };
  new Worker(watch, { eval: true, workerData, resourceLimits }).unref();
}
