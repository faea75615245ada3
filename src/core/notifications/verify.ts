import type { Inconsistency } from '#area/area.ts';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { findUser, listUsers, toCaller } from '#core/users/index.ts';
import { computeSummary, findCachedSummary } from './summary.ts';

/**
 * Finds cached summaries that differ from recomputed ones: something changed without invalidating them. Only the
 * running service has any. Each one is a batch, because it can take several milliseconds.
 */
export function* verifyNotifications(context: Context): Iterable<readonly Inconsistency[]> {
  yield verifySummary(context, undefined);
  for (const { userID } of listUsers(context)) {
    // Reloaded, because other work ran since they were listed.
    const user = findUser(context, userID);
    if (user) yield verifySummary(context, toCaller(user));
  }
}

/** Returns how the viewer's cached summary differs from a recomputed one; empty if none is cached. */
export function verifySummary(context: Context, viewer: Caller | undefined): readonly Inconsistency[] {
  const cached = findCachedSummary(context, viewer);
  if (!cached) return [];
  const whose = viewer ? `summary of ${viewer.username}` : "summary for users who aren't logged in";
  return [...findDifferences(whose, cached.fields, computeSummary(context, viewer).fields)];
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
