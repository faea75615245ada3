import { listAreas } from '#area/area.ts';
import { type Context, createOncePerInstance, type RecordRead } from '#area/context.ts';
import type { EventSeats } from '#area/event-seats.ts';
import type { Caller } from '#contract/access.ts';
import { type EndpointResponse, respondWithJson } from '#contract/response.ts';
import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { cacheJson } from '#platform/text/json.ts';
import { hashBody } from '#platform/text/rendered.ts';
import { getMarks } from '../marks/marks.ts';
import { isPhotographyStaff, presentShutternaut, readPhotographersByEvent } from '../photographers/photographers.ts';
import type { EventData } from '../records.ts';
import { getCurrentSchedule, getEventByEitherID, type LiveEvent } from './current-schedule.ts';
import { buildFilters, type EventsQuery, type EventViewer } from './filters.ts';
import { presentEvent, presentSeats } from './present.ts';

/** Returns the viewer for a caller, with their marks and, for photography staff, who photographs what. */
export function getEventViewer(context: Context, caller: Caller | undefined): EventViewer {
  const coverage = caller && isPhotographyStaff(caller) ? readPhotographersByEvent(context) : undefined;
  return { caller, marks: getMarks(context, caller), coverage, seats: listSeats(context, caller) };
}

const getSeatSource = createOncePerInstance((context) => ({
  source: listAreas(context).find(({ eventSeats }) => eventSeats)?.eventSeats,
}));
const noSeats: EventViewer['seats'] = new Map();

const listSeats = (context: Context, caller: Caller | undefined): EventViewer['seats'] =>
  getSeatSource(context).source?.list(context, caller) ?? noSeats;

/** Lists the ids of users with a seat at an event. */
export const listSeatHolders = (context: Context, eventID: string): readonly string[] =>
  getSeatSource(context).source?.listHolders(context, eventID) ?? [];

/** Returns the requested events as JSON, assembled from the JSON of each. */
export function listEvents(
  context: Context,
  caller: Caller | undefined,
  query: EventsQuery,
): EndpointResponse<EventData[]> {
  const viewer = getEventViewer(context, caller);
  const filters = buildFilters(context, viewer, query);
  const { events } = getCurrentSchedule(context);
  const matching = events.filter(({ row }) => filters.every((filter) => filter.matches(row)));
  return respondWithJson(
    () => `[${matching.map((event) => renderEvent(context, viewer, event)).join(',')}]`,
    () => matching.map((event) => presentEventFor(context, viewer, event)),
    viewer.coverage ? undefined : () => hashBody(matching.map((event) => hashEvent(viewer, event)).join()),
  );
}

const [hashPlain, hashFavorite] = [
  computeOncePerObject(({ json }: LiveEvent) => hashBody(json)),
  computeOncePerObject(({ favoriteJson }: LiveEvent) => hashBody(favoriteJson)),
];

/** Returns the hash of an event's JSON, computed once: the entity tag of all events would otherwise need all their JSON. */
const hashEvent = ({ marks, seats }: EventViewer, event: LiveEvent): string => {
  const { id } = event.row;
  const hash = marks.favorite.has(id) ? hashFavorite(event) : hashPlain(event);
  const ofViewer = seats.size > 0 && seats.get(id);
  return ofViewer ? `${hash}${renderSeats(ofViewer)}` : hash;
};

/** The shared objects of viewers without a seat are rendered once. */
const renderSeats = computeOncePerObject((seats: EventSeats): string => JSON.stringify(presentSeats(seats)));

function renderEvent(context: Context, viewer: EventViewer, event: LiveEvent): string {
  if (viewer.coverage) return JSON.stringify(presentEventFor(context, viewer, event));
  const json = viewer.marks.favorite.has(event.row.id) ? event.favoriteJson : event.json;
  const seats = viewer.seats.size > 0 && viewer.seats.get(event.row.id);
  return seats ? `${json.slice(0, -1)},${renderSeats(seats).slice(1)}` : json;
}

/** Returns an event for a viewer. */
export function presentEventFor(
  context: Context,
  { caller, marks, coverage, seats: seatsByID }: EventViewer,
  event: LiveEvent,
): EventData {
  const isFavorite = marks.favorite.has(event.row.id);
  const seats = seatsByID.get(event.row.id);
  if (caller && coverage)
    return presentEvent(event, {
      isFavorite,
      shutternautData: presentShutternaut(context, caller, coverage, event.row),
      seats,
    });
  return seats ? presentEvent(event, { isFavorite, seats }) : getRecord(event, isFavorite);
}

const createRecordCache = (isFavorite: boolean) =>
  computeOncePerObject((event: LiveEvent): EventData => cacheJson(presentEvent(event, { isFavorite })));
const [getPlainRecord, getFavoriteRecord] = [createRecordCache(false), createRecordCache(true)];

/** Returns the record for users who aren't photography staff, cached until the event changes. */
const getRecord = (event: LiveEvent, isFavorite: boolean): EventData =>
  isFavorite ? getFavoriteRecord(event) : getPlainRecord(event);

/** Returns one event for the caller (schedule rule 16). Throws not-found. */
export function showEvent(context: Context, caller: Caller | undefined, id: string): EventData {
  return presentEventFor(context, getEventViewer(context, caller), getEventByEitherID(context, id));
}

/** Like `showEvent`, for a caller who opens the event and so sees what's new about it. */
export function openEvent(context: Context, caller: Caller | undefined, id: string, recordRead: RecordRead): EventData {
  const event = getEventByEitherID(context, id);
  const noticed = caller && getSeatSource(context).source?.noticeOpened(context, caller, event.row.id);
  if (noticed) recordRead(noticed);
  return presentEventFor(context, getEventViewer(context, caller), event);
}

/** Returns these events for the caller, in the order of the schedule and without deleted ones. */
export function presentEventsFor(context: Context, caller: Caller | undefined, ids: Iterable<string>): EventData[] {
  const wanted = new Set(ids);
  if (wanted.size === 0) return [];
  const viewer = getEventViewer(context, caller);
  return getCurrentSchedule(context)
    .events.filter(({ row }) => wanted.has(row.id))
    .map((event) => presentEventFor(context, viewer, event));
}
