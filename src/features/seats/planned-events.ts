import type { Context } from '#area/context.ts';
import type { PlannedEventSource } from '#area/planned-events.ts';
import { areSeatsDisabled, getOwnSeats, getOwnSeatsVersion } from './event-seats.ts';

const noPlannedEvents: ReadonlyMap<string, number> = new Map();

/** The events at which users have a seat or wait for one (schedule rule 119). */
export const createSeatsPlan = (context: Context): PlannedEventSource => ({
  version: (userID) => getOwnSeatsVersion(context, userID),
  list(viewer) {
    const own = getOwnSeats(context, viewer);
    if (own.size === 0 || areSeatsDisabled(context, viewer)) return noPlannedEvents;
    return new Map([...own].map(([eventID, { sinceChange }]) => [eventID, sinceChange]));
  },
});
