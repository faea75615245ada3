import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import { getShipClock, invalidateShipTime, type ShipClock } from '#core/ship-time/index.ts';
import { cacheValue } from '#platform/caches.ts';
import { compareTexts } from '#platform/text.ts';
import { type EventPerformers, getEventPerformers } from '../performers/directory.ts';
import { listLiveEvents } from '../store.ts';
import type { EventRow } from '../tables.ts';
import { presentEvent, type ShownEvent } from './present.ts';

/** An event of the present schedule, with its JSON for those who are not photography staff. */
export interface LiveEvent extends ShownEvent {
  readonly json: string;
  readonly favoriteJson: string;
}

/** All events that are not deleted: computed once for all readers, and again when an event, the ship's clock or what is shown of performers has changed. */
export interface CurrentSchedule {
  readonly clock: ShipClock;
  readonly performers: EventPerformers;
  /** By start, then title, then id. */
  readonly events: readonly LiveEvent[];
  readonly byID: ReadonlyMap<string, LiveEvent>;
  readonly byUID: ReadonlyMap<string, LiveEvent>;
}

const scheduleCache = createOncePerInstance((context) => cacheValue(context.caches, () => loadSchedule(context)));

/** The schedule as it is now, from the cache where that is still right. */
export function getCurrentSchedule(context: Context): CurrentSchedule {
  const schedule = scheduleCache(context).get();
  if (schedule.clock === getShipClock(context) && schedule.performers === getEventPerformers(context)) return schedule;
  scheduleCache(context).invalidate();
  return scheduleCache(context).get();
}

/** Invalidates everything that follows from the events; whatever changes an event calls it. */
export function invalidateSchedule(context: WriteContext): void {
  context.db.invalidate(() => scheduleCache(context).invalidate());
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
  const performers = getEventPerformers(context);
  const events = listLiveEvents(context.db)
    .map((row) => createLiveEvent(clock, performers, row))
    .sort(compareEvents);
  return {
    clock,
    performers,
    events,
    byID: new Map(events.map((event) => [event.row.id, event])),
    byUID: new Map(events.map((event) => [event.row.uid, event])),
  };
}

/** Start and end are moved each on its own, and the zone is that at the moved start (schedule rule 7). */
function createLiveEvent(clock: ShipClock, performers: EventPerformers, row: EventRow): LiveEvent {
  const startTime = clock.toDisplay(row.startTime);
  const event = {
    row,
    startTime,
    endTime: clock.toDisplay(row.endTime),
    zone: clock.zoneAt(startTime),
    performers: performers.of(row.id).map(({ header }) => header),
  };
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
