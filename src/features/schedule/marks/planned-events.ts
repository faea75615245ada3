import type { Context } from '#area/context.ts';
import type { PlannedEventSource } from '#area/planned-events.ts';
import { getMarks, getMarksVersion } from './marks.ts';

/** The events that users follow or photograph. */
export const createMarkedEventsPlan = (context: Context): PlannedEventSource => ({
  version: (userID) => getMarksVersion(context, userID),
  list: (viewer) => getMarks(context, viewer).sinceChange,
});
