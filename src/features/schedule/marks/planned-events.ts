import { createVersionByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { PlannedEventSource } from '#area/planned-events.ts';
import { eventFavorites } from '../tables.ts';
import { getMarks } from './marks.ts';

const getMarksVersion = createVersionByKey([{ table: eventFavorites, key: eventFavorites.userID }]);

/** The events that users follow or photograph. */
export const createMarkedEventsPlan = (context: Context): PlannedEventSource => ({
  version: (userID) => getMarksVersion(context, userID),
  list: (viewer) => getMarks(context, viewer).sinceChange,
});
