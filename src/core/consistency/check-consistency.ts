import { setImmediate } from 'node:timers/promises';
import { type Inconsistency, listAreas } from '#area/area.ts';
import { type Context, createOncePerInstance, transact, type WriteContext } from '#area/context.ts';

/** Name of the job. */
export const consistencyJob = 'check-consistency';

interface Schedule {
  isRequested: boolean;
  /** Date of the last night in which the check ran, in UTC. */
  lastNight: string | undefined;
}

const checkSchedule = createOncePerInstance((): Schedule => ({ isRequested: false, lastNight: undefined }));

/** Runs the check once in the configured hour of the night, in UTC, and whenever it was requested (fez rule 70). */
export async function checkConsistencyWhenDue(context: Context): Promise<void> {
  // The response to a request goes out first.
  await setImmediate();
  const schedule = checkSchedule(context);
  const now = context.clock.now();
  const night = now.toISOString().slice(0, 10);
  const isNight = now.getUTCHours() === context.config.nightlyHour && schedule.lastNight !== night;
  if (!isNight && !schedule.isRequested) return;
  if (isNight) schedule.lastNight = night;
  schedule.isRequested = false;
  await checkConsistency(context);
}

/** Requests a check, in the background; one that is under way serves for both. */
export function startConsistencyCheck(context: Context): void {
  const { jobs, log } = context;
  checkSchedule(context).isRequested = true;
  jobs.run(consistencyJob).catch((error: unknown) => log.error({ error: String(error) }, 'recomputing failed'));
}

/**
 * Has the areas recompute what they derive, logs what differs, and repairs it as far as they can. All caches are
 * emptied.
 */
async function checkConsistency(context: Context): Promise<void> {
  const { caches, log } = context;
  const before = await findInconsistencies(context);
  for (const inconsistency of before) log.error(inconsistency, 'a derived value differs from what it is derived from');
  if (before.length > 0) transact(context, repairAll);
  caches.invalidateAll();
  const left = before.length > 0 ? await findInconsistencies(context) : [];
  for (const inconsistency of left) log.error(inconsistency, 'a derived value still differs: it must be looked at');
  log.info({ found: before.length, repaired: before.length - left.length }, 'derived values were recomputed');
}

function repairAll(context: WriteContext): void {
  for (const { repair } of listAreas(context)) repair?.(context);
}

/** Each area looks at one moment; between two of them calls have their turn. */
async function findInconsistencies(context: Context): Promise<Inconsistency[]> {
  const inconsistencies: Inconsistency[] = [];
  for (const { verify } of listAreas(context)) {
    inconsistencies.push(...(verify?.(context) ?? []));
    await setImmediate();
  }
  return inconsistencies;
}
