import { setImmediate } from 'node:timers/promises';
import { type Context, perContext } from '#context';
import type { Drift } from '#contract/area.ts';
import { asCaller, everybody } from '#core/users/index.ts';
import { contributionsOf } from './contributions.ts';
import { findWrongPositions, mendPositions } from './store.ts';
import { makeSummary, rememberedSummary } from './summary.ts';

export const driftJob = 'look-for-drift';

const wishes = perContext(() => ({ isWanted: false }));

/** Does it in the hour of the night that is configured, in UTC, and whenever somebody has asked for it (fez rule 70). */
export async function lookForDriftWhenDue(context: Context): Promise<void> {
  // Whoever asks for it gets the answer first.
  await setImmediate();
  const wish = wishes(context);
  const isNight = context.clock.now().getUTCHours() === context.config.nightlyHour;
  if (!isNight && !wish.isWanted) return;
  wish.isWanted = false;
  lookForDrift(context);
}

/**
 * Has the areas recompute what they derive, logs what differs, and mends it as far as they can. Whatever was remembered
 * is worked out anew.
 */
function lookForDrift(context: Context): void {
  const { findDrift, repair } = contributionsOf(context);
  const found = findDrift();
  for (const drift of found) context.log.error(drift, 'a derived value differs from what it is derived from');
  if (found.length > 0) context.db.transaction(repair);
  context.caches.dropAll();
  const left = found.length > 0 ? findDrift() : [];
  for (const drift of left) context.log.error(drift, 'a derived value still differs: somebody has to look at it');
  context.log.info({ found: found.length, mended: found.length - left.length }, 'derived values were recomputed');
}

/** Starts that in the background; a run that is under way serves for both. */
export function startLookingForDrift(context: Context): void {
  const { jobs, log } = context;
  wishes(context).isWanted = true;
  jobs.run(driftJob).catch((error: unknown) => log.error({ error: String(error) }, 'looking for drift failed'));
}

/** Numbers of frames that do not fit, and remembered summaries that do not. */
export function* verifyNotifications(context: Context): Iterable<Drift> {
  for (const { userID, newest, greatest } of findWrongPositions(context.db)) {
    yield { what: `number of the newest frame of user ${userID}`, stored: `${newest}`, expected: `${greatest}` };
  }
  yield* wrongSummaries(context);
}

/** Frames that were given out keep their numbers; new ones come after them. */
export const repairNotifications = ({ db }: Context): void => mendPositions(db);

/**
 * Remembered summaries that are not what would be worked out now: something changed and did not say so. Only the
 * running service remembers any.
 */
function* wrongSummaries(context: Context): Iterable<Drift> {
  for (const viewer of [undefined, ...everybody(context).map(asCaller)]) {
    const remembered = rememberedSummary(context, viewer);
    if (!remembered) continue;
    const whose = viewer ? `summary of ${viewer.username}` : 'summary for those who are not logged in';
    yield* differences(whose, remembered.fields, makeSummary(context, viewer).fields);
  }
}

function* differences(whose: string, remembered: object, made: object): Iterable<Drift> {
  const [before, after] = [textsOf(remembered), textsOf(made)];
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    const [stored = 'nothing', expected = 'nothing'] = [before.get(field), after.get(field)];
    if (stored !== expected) yield { what: `${field} in the remembered ${whose}`, stored, expected };
  }
}

const textsOf = (fields: object): Map<string, string | undefined> =>
  new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));
