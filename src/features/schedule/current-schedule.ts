import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { invalidateSummaries } from '#core/notifications/index.ts';
import { getShipClock, invalidateShipTime, type ShipClock } from '#core/ship-time/index.ts';
import { cacheValue } from '#platform/caches.ts';
import { createRenderings, type Renderings } from '#platform/rendered.ts';
import { presentEvent, type ShownEvent } from './present.ts';
import { findLiveEvents } from './store.ts';
import type { EventRow } from './tables.ts';

/** An event of the present schedule, with its JSON for those who are not photography staff. */
export interface LiveEvent extends ShownEvent {
  readonly json: string;
  readonly favoriteJson: string;
}

/** All events at hand: worked out once for all readers, and again when an event or the ship's clock has changed. */
export interface CurrentSchedule {
  readonly clock: ShipClock;
  /** By start, then title, then id. */
  readonly events: readonly LiveEvent[];
  readonly byID: ReadonlyMap<string, LiveEvent>;
  readonly byUID: ReadonlyMap<string, LiveEvent>;
  /** Lists rendered from these events. */
  readonly renderings: Renderings;
}

const renderingBounds = { entries: 5_000, bytes: 32 * 1024 * 1024 };

const scheduleCache = createOncePerInstance((context) => cacheValue(context.caches, () => readSchedule(context)));

export function getCurrentSchedule(context: Context): CurrentSchedule {
  const schedule = scheduleCache(context).get();
  if (schedule.clock === getShipClock(context)) return schedule;
  scheduleCache(context).invalidate();
  return scheduleCache(context).get();
}

/** To be called by whatever has changed an event. */
export function invalidateSchedule(context: WriteContext): void {
  context.db.invalidate(() => scheduleCache(context).invalidate());
  invalidateSummaries(context, 'everybody');
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

function readSchedule(context: Context): CurrentSchedule {
  const clock = getShipClock(context);
  const events = findLiveEvents(context.db)
    .map((row) => toLiveEvent(clock, row))
    .sort(compareEvents);
  return {
    clock,
    events,
    byID: new Map(events.map((event) => [event.row.id, event])),
    byUID: new Map(events.map((event) => [event.row.uid, event])),
    renderings: createRenderings(renderingBounds),
  };
}

/** Start and end are moved each on its own, and the zone is that at the moved start (schedule rule 7). */
function toLiveEvent(clock: ShipClock, row: EventRow): LiveEvent {
  const startTime = clock.toDisplay(row.startTime);
  const event = { row, startTime, endTime: clock.toDisplay(row.endTime), zone: clock.zoneAt(startTime) };
  const jsonFor = (isFavorite: boolean) => JSON.stringify(presentEvent(event, { isFavorite }));
  return { ...event, json: jsonFor(false), favoriteJson: jsonFor(true) };
}

function compareEvents(one: LiveEvent, other: LiveEvent): number {
  return (
    one.startTime.getTime() - other.startTime.getTime() ||
    compareTexts(one.row.title, other.row.title) ||
    compareTexts(one.row.id, other.row.id)
  );
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
