import { createVersion, createVersionByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { eventChanges, eventChangesSeen } from '../tables.ts';
import { areEventChangesDisabled, getPlanVersion } from './plan.ts';
import { countUnseen } from './unseen.ts';

const getChangesVersion = createVersion([eventChanges]);
const getSeenVersion = createVersionByKey([{ table: eventChangesSeen, key: eventChangesSeen.userID }]);

/** Counts the events in the viewer's plan with changes that the viewer hasn't looked at (schedule rule 121). */
export function createChangedEventsCounter(context: Context): CounterSource {
  const versionOf = (userID: string) => Math.max(getPlanVersion(context, userID), getSeenVersion(context, userID));
  return {
    version: (viewer) => Math.max(getChangesVersion(context), viewer ? versionOf(viewer.userID) : 0),
    count(viewer) {
      const count = viewer && !areEventChangesDisabled(context, viewer) ? countUnseen(context, viewer) : 0;
      return count === 0 ? {} : { counters: { changedEventCount: count } };
    },
  };
}
