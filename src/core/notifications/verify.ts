import type { Inconsistency } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import { listUsers, toCaller } from '#core/users/index.ts';
import { computeSummary, findCachedSummary } from './summary.ts';

/**
 * Cached summaries that are not what would be computed now: something changed without invalidating them. Only the
 * running service has any.
 */
export function* verifyNotifications(context: Context): Iterable<Inconsistency> {
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
