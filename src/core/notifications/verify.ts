import type { Context } from '#context';
import type { Drift } from '#contract/area.ts';
import { asCaller, everybody } from '#core/users/index.ts';
import { findWrongPositions, mendPositions } from './store.ts';
import { makeSummary, rememberedSummary } from './summary.ts';

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
