import { createVersionByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { CounterSource } from '#area/counters.ts';
import { karaokeQueue } from '../tables.ts';
import { findOwnEntry, isQueueDisabled } from './read-queue.ts';

/** Each change of a position writes its row, so that others' summaries stay as they are. */
const getVersion = createVersionByKey([{ table: karaokeQueue, key: karaokeQueue.userID }]);

/** Returns the viewer's position in the karaoke queue (libraries rule K24). */
export const queueCounters = (context: Context): CounterSource => ({
  version: (viewer) => (viewer ? getVersion(context, viewer.userID) : 0),
  count(viewer) {
    if (!viewer || isQueueDisabled(context, viewer)) return {};
    const own = findOwnEntry(context, viewer.userID);
    return own ? { counters: { karaokeQueuePosition: own.position } } : {};
  },
});
