import { setImmediate } from 'node:timers/promises';
import { type Inconsistency, listAreas, type RepairStep } from '#area/area.ts';
import { type Context, transact } from '#area/context.ts';
import { forEachWhileRunning } from '#platform/time/job-runner.ts';

/** Name of the job. */
export const consistencyJob = 'check-consistency';

/** Starts a check in the background. If one is running, it serves for both requests (fez rule 70). */
export function startConsistencyCheck({ jobs, log }: Context): void {
  jobs.run(consistencyJob).catch((error: unknown) => log.error({ error: String(error) }, 'recomputing failed'));
}

/**
 * Recomputes the derived values of all areas, logs differences, and repairs what it can. Invalidates all caches. Yields
 * to requests meanwhile.
 */
export async function checkConsistency(context: Context, stopping: AbortSignal): Promise<string> {
  const { caches, log } = context;
  // Lets the response to a request go out first.
  await setImmediate();
  const found = await logInconsistencies(context, stopping, "a derived value doesn't match its source");
  if (found > 0) await forEachWhileRunning(stopping, listRepairs(context), (step) => repair(context, step));
  caches.invalidateAll();
  const complaint = "a derived value still doesn't match and needs attention";
  const left = found > 0 ? await logInconsistencies(context, stopping, complaint) : 0;
  if (!stopping.aborted) log.info({ found, repaired: found - left }, 'recomputed derived values');
  return found === 0
    ? 'all derived values are correct'
    : `${found} derived values were wrong, ${found - left} repaired`;
}

function repair(context: Context, step: RepairStep): void {
  transact(context, step);
}

/** Returns the number of inconsistencies. */
async function logInconsistencies(context: Context, stopping: AbortSignal, complaint: string): Promise<number> {
  let count = 0;
  await forEachWhileRunning(stopping, listBatches(context), (batch) => {
    for (const inconsistency of batch) context.log.error(inconsistency, complaint);
    count += batch.length;
  });
  return count;
}

function* listBatches(context: Context): Iterable<readonly Inconsistency[]> {
  for (const { verify } of listAreas(context)) yield* verify?.(context) ?? [];
}

function* listRepairs(context: Context): Iterable<RepairStep> {
  for (const { repair } of listAreas(context)) yield* repair?.(context) ?? [];
}
