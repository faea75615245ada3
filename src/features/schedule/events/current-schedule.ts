import { listAreas } from '#area/area.ts';
import { createVersion } from '#area/caches.ts';
import { type Context, createOncePerInstance } from '#area/context.ts';
import type { EventDetails } from '#area/event-details.ts';
import { notFound } from '#contract/errors.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getShipClock, type ShipClock } from '#core/ship-time/index.ts';
import { createDerivedCache } from '#platform/limits/caches.ts';
import { compareTexts } from '#platform/text/lines.ts';
import { listLiveEvents } from '../store.ts';
import { type EventRow, events } from '../tables.ts';
import { type EventToPresent, presentEvent, readDisplayTimes } from './present.ts';

/** An event of the current schedule, with its JSON for users who aren't photography staff. */
export interface LiveEvent extends EventToPresent {
  readonly row: EventRow;
  readonly json: string;
  readonly favoriteJson: string;
}

/**
 * All events that aren't deleted. Shared by all readers and recomputed after an event, the ship's clock or a setting
 * changes.
 */
export interface CurrentSchedule {
  /** Sorted by start, then title, then id. */
  readonly events: readonly LiveEvent[];
  readonly byID: ReadonlyMap<string, LiveEvent>;
  readonly byUID: ReadonlyMap<string, LiveEvent>;
}

const scheduleCache = createOncePerInstance((context) =>
  createDerivedCache<CurrentSchedule>(context.caches, { max: 1 }),
);
/** Returns a number that rises when an event is written. */
export const getEventsVersion = createVersion([events]);
const getDetailSources = createOncePerInstance((context) =>
  listAreas(context).flatMap(({ eventDetails }) => eventDetails ?? []),
);

/** Returns the current schedule, from the cache while that's up to date. Settings decide which details are shown. */
export function getCurrentSchedule(context: Context): CurrentSchedule {
  const details = getDetailSources(context).flatMap((source) => source.dependencies(context));
  const dependencies = [getEventsVersion(context), getShipClock(context), getServerSettings(context), ...details];
  return scheduleCache(context).get('', dependencies, () => loadSchedule(context));
}

/** Returns the event with this UUID, or else with this uid of calendar files (schedule rule 16). Throws not-found. */
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
    events,
    byID: new Map(events.map((event) => [event.row.id, event])),
    byUID: new Map(events.map((event) => [event.row.uid, event])),
  };
}

/** Collects the details that all areas add to an event, even a deleted one. */
export function gatherDetails(context: Context): (eventID: string) => EventDetails {
  const lists = getDetailSources(context).map((source) => source.list(context));
  return (eventID) => Object.assign({}, ...lists.map((details) => details.get(eventID)));
}

function createLiveEvent(clock: ShipClock, row: EventRow, details: EventDetails): LiveEvent {
  const event = { row, details, ...readDisplayTimes(clock, row) };
  const toJson = (isFavorite: boolean) => JSON.stringify(presentEvent(event, { isFavorite }));
  return { ...event, json: toJson(false), favoriteJson: toJson(true) };
}

/** Sorts events by start, then title, then id. */
export function compareEvents(first: LiveEvent, second: LiveEvent): number {
  return (
    first.startTime.getTime() - second.startTime.getTime() ||
    compareTexts(first.row.title, second.row.title) ||
    compareTexts(first.row.id, second.row.id)
  );
}
