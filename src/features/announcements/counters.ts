import type { Context } from '#context';
import type { CounterSource } from '#contract/counters.ts';
import { shipClock } from '#core/ship-time/index.ts';
import { activeAnnouncements } from './list-announcements.ts';
import { findHighestSeen } from './store.ts';

/** Announcements that are shown now, and how many of them the viewer has not been shown (fez rules 71 and 79). */
export const announcementCounters =
  (context: Context): CounterSource =>
  (viewer) => {
    const active = activeAnnouncements(context);
    const seen = viewer ? findHighestSeen(context.db, viewer.userID) : Number.POSITIVE_INFINITY;
    const ends = active.map(({ displayUntil }) => shipClock(context).toDisplay(displayUntil).getTime());
    return {
      counters: {
        activeAnnouncementIDs: active.map(({ id }) => id),
        newAnnouncementCount: active.filter(({ id }) => id > seen).length,
      },
      ...(ends.length > 0 && { validUntil: new Date(Math.min(...ends)) }),
    };
  };
