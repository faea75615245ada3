import type { Inconsistency } from '#area/area.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { listUsers, toCaller } from '#core/users/index.ts';
import { findWrongPositions, repairPositions } from './store.ts';
import { computeSummary, findCachedSummary } from './summary.ts';

/** Numbers of frames that do not fit, and remembered summaries that do not. */
export function* verifyNotifications(context: Context): Iterable<Inconsistency> {
  for (const { userID, newest, greatest } of findWrongPositions(context.db)) {
    yield { what: `number of the newest frame of user ${userID}`, stored: `${newest}`, expected: `${greatest}` };
  }
  yield* findWrongSummaries(context);
}

/** Frames that were given out keep their numbers; new ones come after them. */
export const repairNotifications = ({ db }: WriteContext): void => repairPositions(db);

/**
 * Remembered summaries that are not what would be worked out now: something changed and did not say so. Only the
 * running service remembers any.
 */
function* findWrongSummaries(context: Context): Iterable<Inconsistency> {
  for (const viewer of [undefined, ...listUsers(context).map(toCaller)]) {
    const remembered = findCachedSummary(context, viewer);
    if (!remembered) continue;
    const whose = viewer ? `summary of ${viewer.username}` : 'summary for those who are not logged in';
    yield* findDifferences(whose, remembered.fields, computeSummary(context, viewer).fields);
  }
}

function* findDifferences(whose: string, remembered: object, made: object): Iterable<Inconsistency> {
  const [before, after] = [toTexts(remembered), toTexts(made)];
  for (const field of new Set([...before.keys(), ...after.keys()])) {
    const [stored = 'nothing', expected = 'nothing'] = [before.get(field), after.get(field)];
    if (stored !== expected) yield { what: `${field} in the remembered ${whose}`, stored, expected };
  }
}

const toTexts = (fields: object): Map<string, string | undefined> =>
  new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));
