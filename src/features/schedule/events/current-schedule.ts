import { listAreas } from '#area/area.ts';
import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { EventDetails } from '#area/event-details.ts';
import { notFound } from '#contract/errors.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import { getServerSettings, type ServerSettings } from '#core/settings/index.ts';
import { getShipClock, invalidateShipTime, type ShipClock } from '#core/ship-time/index.ts';
import { cacheValue } from '#platform/caches.ts';
import { compareTexts } from '#platform/text.ts';
import { listLiveEvents } from '../store.ts';
import type { EventRow } from '../tables.ts';
import { presentEvent, readDisplayTimes, type ShownEvent } from './present.ts';

/** An event of the present schedule, with its JSON for those who are not photography staff. */
export interface LiveEvent extends ShownEvent {
  readonly row: EventRow;
  readonly json: string;
  readonly favoriteJson: string;
}

/** All events that are not deleted: computed once for all readers, and again when an event, the ship's clock or a setting has changed. */
export interface CurrentSchedule {
  readonly clock: ShipClock;
  /** They say which details are shown. */
  readonly settings: ServerSettings;
  /** By start, then title, then id. */
  readonly events: readonly LiveEvent[];
  readonly byID: ReadonlyMap<string, LiveEvent>;
  readonly byUID: ReadonlyMap<string, LiveEvent>;
}

const scheduleCache = createOncePerInstance((context) => cacheValue(context.caches, () => loadSchedule(context)));

/** The schedule as it is now, from the cache where that is still right. */
export function getCurrentSchedule(context: Context): CurrentSchedule {
  const schedule = scheduleCache(context).get();
  if (schedule.clock === getShipClock(context) && schedule.settings === getServerSettings(context)) return schedule;
  scheduleCache(context).invalidate();
  return scheduleCache(context).get();
}

/** Has events rendered anew, for areas that add to their records; whatever changes what they add calls it. */
export function invalidateEventDetails(context: WriteContext): void {
  context.db.invalidate(() => scheduleCache(context).invalidate());
}

/** Invalidates everything that follows from the events; whatever changes an event calls it. */
export function invalidateSchedule(context: WriteContext): void {
  invalidateEventDetails(context);
  invalidateSummaries(context, 'schedule', 'everybody');
  // The dates of the sailing may come from the events.
  invalidateShipTime(context);
}

/** The event with this UUID, else with this uid of calendar files (schedule rule 16). Throws not-found. */
export function getEventByEitherID(context: Context, id: string): LiveEvent {
  const { byID, byUID } = getCurrentSchedule(context);
  const event = byID.get(id.toLowerCase()) ?? byUID.get(id);
  if (!event) throw notFound('event');
  return event;
}

function loadSchedule(context: Context): CurrentSchedule {
  const clock = getShipClock(context);
  const detailsOf = gatherDetails(context);
  const events = listLiveEvents(context.db)
    .map((row) => createLiveEvent(clock, row, detailsOf(row.id)))
    .sort(compareEvents);
  return {
    clock,
    settings: getServerSettings(context),
    events,
    byID: new Map(events.map((event) => [event.row.id, event])),
    byUID: new Map(events.map((event) => [event.row.uid, event])),
  };
}

/** What all areas together add to an event. */
function gatherDetails(context: Context): (eventID: string) => EventDetails {
  const sources = listAreas(context).flatMap(({ eventDetails }) => (eventDetails ? [eventDetails(context)] : []));
  return (eventID) => Object.assign({}, ...sources.map((details) => details.get(eventID)));
}

function createLiveEvent(clock: ShipClock, row: EventRow, details: EventDetails): LiveEvent {
  const event = { row, details, ...readDisplayTimes(clock, row) };
  const toJson = (isFavorite: boolean) => JSON.stringify(presentEvent(event, { isFavorite }));
  return { ...event, json: toJson(false), favoriteJson: toJson(true) };
}

function compareEvents(first: LiveEvent, second: LiveEvent): number {
  return (
    first.startTime.getTime() - second.startTime.getTime() ||
    compareTexts(first.row.title, second.row.title) ||
    compareTexts(first.row.id, second.row.id)
  );
}
