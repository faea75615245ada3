import { createVersion, createVersionByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { listActiveAnnouncements } from './list-announcements.ts';
import { listUnseenMustSee } from './must-see.ts';
import { findHighestSeen } from './store.ts';
import { announcementDismissals, announcements, announcementsSeen } from './tables.ts';

const getVersion = createVersion([announcements]);
const getSeenVersion = createVersionByKey([
  { table: announcementsSeen, key: announcementsSeen.userID },
  { table: announcementDismissals, key: announcementDismissals.userID },
]);

/** Returns the active announcements and which of them the viewer hasn't seen (fez rules 71, 79 and 99). */
export const announcementCounters = (context: Context): CounterSource => ({
  version: (viewer) => Math.max(getVersion(context), viewer ? getSeenVersion(context, viewer.userID) : 0),
  count(viewer) {
    const active = listActiveAnnouncements(context);
    const highestSeen = viewer ? findHighestSeen(context, viewer.userID) : Number.POSITIVE_INFINITY;
    const mustSee = viewer ? listUnseenMustSee(context, viewer) : [];
    const now = context.clock.now();
    const portNow = getShipClock(context).toPort(now).getTime();
    const remaining = active.map(({ displayUntil }) => displayUntil.getTime() - portNow);
    return {
      counters: {
        activeAnnouncementIDs: active.map(({ id }) => id),
        newAnnouncementCount: active.filter(({ id }) => id > highestSeen).length,
        ...(mustSee.length > 0 && { mustSeeAnnouncementIDs: mustSee.map(({ id }) => id) }),
      },
      ...(remaining.length > 0 && { validUntil: new Date(now.getTime() + Math.min(...remaining)) }),
    };
  },
});
