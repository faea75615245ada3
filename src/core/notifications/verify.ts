import type { Inconsistency } from '#area/area.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { listUsers, toCaller } from '#core/users/index.ts';
import { findWrongPositions, repairPositions } from './store.ts';
import { computeSummary, findCachedSummary } from './summary.ts';

/** Positions that do not fit the deliveries, and cached summaries that are out of date. */
export function* verifyNotifications(context: Context): Iterable<Inconsistency> {
  for (const { userID, newest, highest } of findWrongPositions(context.db)) {
    yield { what: `number of the newest frame of user ${userID}`, stored: `${newest}`, expected: `${highest}` };
  }
  yield* findWrongSummaries(context);
}

/** Deliveries keep their numbers; new ones come after them. */
export const repairNotifications = ({ db }: WriteContext): void => repairPositions(db);

/**
 * Cached summaries that are not what would be computed now: something changed without invalidating them. Only the
 * running service has any.
 */
function* findWrongSummaries(context: Context): Iterable<Inconsistency> {
  for (const viewer of [undefined, ...listUsers(context).map(toCaller)]) {
    const cached = findCachedSummary(context, viewer);
    if (!cached) continue;
    const whose = viewer ? `summary of ${viewer.username}` : 'summary for those who are not logged in';
    yield* findDifferences(whose, cached.fields, computeSummary(context, viewer).fields);
  }
}

function* findDifferences(whose: string, cachedFields: object, currentFields: object): Iterable<Inconsistency> {
  const [cached, current] = [formatFields(cachedFields), formatFields(currentFields)];
  for (const field of new Set([...cached.keys(), ...current.keys()])) {
    const [stored = 'nothing', expected = 'nothing'] = [cached.get(field), current.get(field)];
    if (stored !== expected) yield { what: `${field} in the cached ${whose}`, stored, expected };
  }
}

const formatFields = (fields: object): Map<string, string | undefined> =>
  new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));
