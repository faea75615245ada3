import { setImmediate } from 'node:timers/promises';
import { type Context, perContext } from '#context';
import type { Area, Drift } from '#contract/area.ts';

export const recomputingJob = 'look-for-drift';

interface Verification {
  /** Names what differs from what it is derived from. */
  readonly findDrift: () => readonly Drift[];
  /** Mends what can be mended of it. To be called inside a transaction. */
  readonly repair: () => void;
}

const held = perContext((): { verification?: Verification; isWanted: boolean } => ({ isWanted: false }));

/** To be called by the composition root, which alone knows the areas, before the first call is answered. */
export function joinVerification(
  context: Context,
  areas: readonly Area<Context>[],
  findDrift: Verification['findDrift'],
): void {
  const repair = () => {
    for (const area of areas) area.repair?.(context);
  };
  held(context).verification = { findDrift, repair };
}

/** Does it in the hour of the night that is configured, in UTC, and whenever somebody has asked for it (fez rule 70). */
export async function recomputeWhenDue(context: Context): Promise<void> {
  // Whoever asks for it gets the answer first.
  await setImmediate();
  const state = held(context);
  const isNight = context.clock.now().getUTCHours() === context.config.nightlyHour;
  if (!isNight && !state.isWanted) return;
  state.isWanted = false;
  if (!state.verification) throw new Error('the areas have not been joined to the recomputing');
  recompute(context, state.verification);
}

/** Starts that in the background; a run that is under way serves for both. */
export function startRecomputing(context: Context): void {
  const { jobs, log } = context;
  held(context).isWanted = true;
  jobs.run(recomputingJob).catch((error: unknown) => log.error({ error: String(error) }, 'recomputing failed'));
}

/**
 * Has the areas recompute what they derive, logs what differs, and mends it as far as they can. Whatever was remembered
 * is worked out anew.
 */
function recompute({ db, caches, log }: Context, { findDrift, repair }: Verification): void {
  const found = findDrift();
  for (const drift of found) log.error(drift, 'a derived value differs from what it is derived from');
  if (found.length > 0) db.transaction(repair);
  caches.dropAll();
  const left = found.length > 0 ? findDrift() : [];
  for (const drift of left) log.error(drift, 'a derived value still differs: somebody has to look at it');
  log.info({ found: found.length, mended: found.length - left.length }, 'derived values were recomputed');
}
