import { type Context, perContext } from '#context';
import { notFound } from '#contract/errors.ts';
import { summaryChanged } from '#core/notifications/index.ts';
import { type ShipClock, shipClock, shipTimeChanged } from '#core/ship-time/index.ts';
import { remembered } from '#platform/caches.ts';
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

const held = perContext((context) => remembered(context.caches, () => readSchedule(context)));

export function currentSchedule(context: Context): CurrentSchedule {
  const schedule = held(context).get();
  if (schedule.clock === shipClock(context)) return schedule;
  held(context).drop();
  return held(context).get();
}

/** To be called by whatever has changed an event. */
export function eventsChanged(context: Context): void {
  context.db.invalidate(() => held(context).drop());
  summaryChanged(context, 'everybody');
  // The dates of the sailing may come from the events.
  shipTimeChanged(context);
}

/** The event with this UUID, else with this uid of calendar files (schedule rule 16). Throws not-found. */
export function eventByEitherID(context: Context, id: string): LiveEvent {
  const { byID, byUID } = currentSchedule(context);
  const event = byID.get(id.toLowerCase()) ?? byUID.get(id);
  if (!event) throw notFound('event');
  return event;
}

function readSchedule(context: Context): CurrentSchedule {
  const clock = shipClock(context);
  const events = findLiveEvents(context.db)
    .map((row) => liveEvent(clock, row))
    .sort(inOrder);
  return {
    clock,
    events,
    byID: new Map(events.map((event) => [event.row.id, event])),
    byUID: new Map(events.map((event) => [event.row.uid, event])),
    renderings: createRenderings(renderingBounds),
  };
}

/** Start and end are moved each on its own, and the zone is that at the moved start (schedule rule 7). */
function liveEvent(clock: ShipClock, row: EventRow): LiveEvent {
  const startTime = clock.toDisplay(row.startTime);
  const event = { row, startTime, endTime: clock.toDisplay(row.endTime), zone: clock.zoneAt(startTime) };
  const jsonFor = (isFavorite: boolean) => JSON.stringify(presentEvent(event, { isFavorite }));
  return { ...event, json: jsonFor(false), favoriteJson: jsonFor(true) };
}

function inOrder(one: LiveEvent, other: LiveEvent): number {
  return (
    one.startTime.getTime() - other.startTime.getTime() ||
    compareTexts(one.row.title, other.row.title) ||
    compareTexts(one.row.id, other.row.id)
  );
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
