import { cacheByKey, cacheValue } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { eventChanges, eventChangesSeen } from '../tables.ts';
import { listPlan } from './plan.ts';
import { findHighestSeen, listNewestChanges } from './store.ts';

/** The newest change of each event that ever changed, so that counting needs no query. */
interface NewestChanges {
  readonly byEvent: ReadonlyMap<string, number>;
  readonly newest: number;
}

/** Returns the newest change of each event. */
export const getNewestChanges = cacheValue([eventChanges], ({ db }): NewestChanges => {
  const rows = listNewestChanges(db);
  return {
    byEvent: new Map(rows.map(({ eventID, newest }) => [eventID, newest])),
    newest: rows.reduce((highest, { newest }) => Math.max(highest, newest), 0),
  };
});

const seenCache = cacheByKey<{ readonly highestID: number }>(
  [{ table: eventChangesSeen, key: eventChangesSeen.userID }],
  { max: 20_000 },
);
const noChanges = { highestID: 0 };

/** Returns the newest change that the user has looked at; 0 for none. */
export const getHighestSeen = (context: Context, userID: string): number =>
  seenCache(context).get(userID, () => findHighestSeen(context.db, userID) ?? noChanges).highestID;

/** Counts the events in the viewer's plan with a change that the viewer hasn't looked at. */
export function countUnseen(context: Context, viewer: Caller): number {
  const { byEvent, newest } = getNewestChanges(context);
  const seen = getHighestSeen(context, viewer.userID);
  if (newest <= seen) return 0;
  let count = 0;
  for (const [eventID, since] of listPlan(context, viewer)) {
    if ((byEvent.get(eventID) ?? 0) > Math.max(since, seen)) count += 1;
  }
  return count;
}
