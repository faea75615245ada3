import { listAreas } from '#area/area.ts';
import type { Version } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { findUser, toCaller } from '#core/users/index.ts';
import { forEachYielding } from '#platform/limits/turns.ts';

const getSources = createOncePerInstance((context) =>
  listAreas(context).flatMap(({ plannedEvents }) => (plannedEvents ? [plannedEvents(context)] : [])),
);

/** Returns a number that rises when an event comes into the user's plan or leaves it. */
export const getPlanVersion = (context: Context, userID: string): Version =>
  Math.max(0, ...getSources(context).map((source) => source.version(userID)));

/** Whether the viewer gets no changes of events at all. */
export const areEventChangesDisabled = (context: Context, viewer: Caller): boolean =>
  (['schedule', 'eventchanges'] as const).some((feature) => isFeatureDisabled(context, viewer, feature));

/**
 * Returns the events in the viewer's plan, cancelled ones included, each with the number of the newest change that
 * doesn't concern the viewer.
 */
export function listPlan(context: Context, viewer: Caller): ReadonlyMap<string, number> {
  const [first = new Map<string, number>(), ...others] = getSources(context)
    .map((source) => source.list(viewer))
    .filter(({ size }) => size > 0);
  if (others.length === 0) return first;
  const plan = new Map(first);
  for (const [eventID, since] of others.flatMap((events) => [...events])) {
    plan.set(eventID, Math.min(since, plan.get(eventID) ?? since));
  }
  return plan;
}

/**
 * Loads the plans of users with an open socket before a change of the schedule, yielding to others: notifying 2,000 of
 * them then takes 5 ms after the commit, instead of 240 ms if a command has just emptied all caches.
 */
export const loadPlansOfListeners = (context: Context): Promise<void> =>
  forEachYielding(context.live.userIDs(), (userID) => {
    const user = findUser(context, userID);
    if (user) listPlan(context, toCaller(user));
  });
