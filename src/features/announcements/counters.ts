import { createVersion, createVersionByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { listActiveAnnouncements } from './list-announcements.ts';
import { findHighestSeen } from './store.ts';
import { announcements, announcementsSeen } from './tables.ts';

const getVersion = createVersion([announcements]);
const getSeenVersion = createVersionByKey([{ table: announcementsSeen, key: announcementsSeen.userID }]);

/** Returns the active announcements and how many of them the viewer hasn't seen (fez rules 71 and 79). */
export const announcementCounters = (context: Context): CounterSource => ({
  version: (viewer) => Math.max(getVersion(context), viewer ? getSeenVersion(context, viewer.userID) : 0),
  count(viewer) {
    const active = listActiveAnnouncements(context);
    const highestSeen = viewer ? findHighestSeen(context, viewer.userID) : Number.POSITIVE_INFINITY;
    const now = context.clock.now();
    const portNow = getShipClock(context).toPort(now).getTime();
    const remaining = active.map(({ displayUntil }) => displayUntil.getTime() - portNow);
    return {
      counters: {
        activeAnnouncementIDs: active.map(({ id }) => id),
        newAnnouncementCount: active.filter(({ id }) => id > highestSeen).length,
      },
      ...(remaining.length > 0 && { validUntil: new Date(now.getTime() + Math.min(...remaining)) }),
    };
  },
});
