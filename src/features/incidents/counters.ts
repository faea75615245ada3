import { createVersion } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { isOfficer } from './officers.ts';
import { countUnopened } from './store.ts';
import { incidentOpenings, incidents } from './tables.ts';

const getVersion = createVersion([incidents, incidentOpenings]);

/** Counts cases that a safety officer hasn't opened yet (moderation rule S7). No one else's summary has the field. */
export const incidentCounters = (context: Context): CounterSource => ({
  version: (viewer) => (viewer?.roles.has('safetyofficer') ? getVersion(context) : 0),
  count(viewer) {
    if (!viewer || !isOfficer(context, viewer)) return {};
    const newIncidentCount = countUnopened(context.db, viewer.userID);
    return newIncidentCount === 0 ? {} : { counters: { newIncidentCount } };
  },
});
