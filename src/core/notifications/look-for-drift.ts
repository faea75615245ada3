import { setImmediate } from 'node:timers/promises';
import type { Context } from '#context';
import type { Drift } from '#contract/area.ts';
import { asCaller, everybody } from '#core/users/index.ts';
import { contributionsOf } from './contributions.ts';
import { makeSummary, rememberedSummary, summaryChanged } from './summary.ts';

export const driftJob = 'look-for-drift';

/**
 * Has the areas recompute what they derive, and logs what differs (fez rule 70). Counters are read from the rows they
 * count, so nothing stored needs repair; remembered summaries are all made anew.
 */
export async function lookForDrift(context: Context): Promise<void> {
  // Whoever asks for it gets the answer first.
  await setImmediate();
  const found = contributionsOf(context).findDrift();
  for (const drift of found) context.log.error(drift, 'a derived value differs from what it is derived from');
  context.log.info({ found: found.length }, 'derived values were recomputed');
  summaryChanged(context, 'everybody');
}

/** Starts that in the background; a run that is under way serves for both. */
export function startLookingForDrift({ jobs, log }: Context): void {
  jobs.run(driftJob).catch((error: unknown) => log.error({ error: String(error) }, 'looking for drift failed'));
}

/**
 * Remembered summaries that are not what would be worked out now: something changed and did not say so. Only the
 * running service remembers any.
 */
export function* verifySummaries(context: Context): Iterable<Drift> {
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
