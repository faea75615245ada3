import { createVersion } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { PlannedEventSource } from '#area/planned-events.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { users } from '#core/users/tables.ts';
import { getPerformerLinks, getPerformers } from './directory.ts';
import { eventPerformers, performers } from './tables.ts';

/** Returns a number that rises when someone may perform elsewhere. */
export const getPerformancesVersion = createVersion([
  performers,
  eventPerformers,
  { table: users, columns: [users.accessLevel], statements: ['update'] },
]);

const noPlannedEvents: ReadonlyMap<string, number> = new Map();

/** The events that users perform at. */
export const createPerformancesPlan = (context: Context): PlannedEventSource => ({
  version: () => getPerformancesVersion(context),
  list(viewer) {
    const own = getPerformers(context).byOwner.get(viewer.userID);
    if (!own || isFeatureDisabled(context, viewer, 'performers')) return noPlannedEvents;
    return getPerformerLinks(context).sinceChangeOf(own.row.id);
  },
});
