import { setImmediate } from 'node:timers/promises';
import { type Inconsistency, listAreas } from '#area/area.ts';
import { type Context, createOncePerInstance, transact, type WriteContext } from '#area/context.ts';

export const consistencyJob = 'check-consistency';

interface State {
  isWanted: boolean;
  /** Day of the last night in which it was done, in UTC. */
  lastNight: string | undefined;
}

const checkState = createOncePerInstance((): State => ({ isWanted: false, lastNight: undefined }));

/** Does it once in the hour of the night that is configured, in UTC, and whenever somebody has asked for it (fez rule 70). */
export async function checkConsistencyWhenDue(context: Context): Promise<void> {
  // Whoever asks for it gets the answer first.
  await setImmediate();
  const state = checkState(context);
  const now = context.clock.now();
  const night = now.toISOString().slice(0, 10);
  const isNight = now.getUTCHours() === context.config.nightlyHour && state.lastNight !== night;
  if (!isNight && !state.isWanted) return;
  if (isNight) state.lastNight = night;
  state.isWanted = false;
  await checkConsistency(context);
}

/** Starts that in the background; a run that is under way serves for both. */
export function startConsistencyCheck(context: Context): void {
  const { jobs, log } = context;
  checkState(context).isWanted = true;
  jobs.run(consistencyJob).catch((error: unknown) => log.error({ error: String(error) }, 'recomputing failed'));
}

/**
 * Has the areas recompute what they derive, logs what differs, and mends it as far as they can. Whatever was remembered
 * is worked out anew.
 */
async function checkConsistency(context: Context): Promise<void> {
  const { caches, log } = context;
  const found = await findInconsistencies(context);
  for (const inconsistency of found) log.error(inconsistency, 'a derived value differs from what it is derived from');
  if (found.length > 0) transact(context, repairAll);
  caches.invalidateAll();
  const left = found.length > 0 ? await findInconsistencies(context) : [];
  for (const inconsistency of left)
    log.error(inconsistency, 'a derived value still differs: somebody has to look at it');
  log.info({ found: found.length, mended: found.length - left.length }, 'derived values were recomputed');
}

function repairAll(context: WriteContext): void {
  for (const { repair } of listAreas(context)) repair?.(context);
}

/** What one area finds is of one moment; between two of them others have their turn. */
async function findInconsistencies(context: Context): Promise<Inconsistency[]> {
  const found: Inconsistency[] = [];
  for (const { verify } of listAreas(context)) {
    found.push(...(verify?.(context) ?? []));
    await setImmediate();
  }
  return found;
}
