import type { EventDetails } from '#area/event-details.ts';
import type { EventSeats } from '#area/event-seats.ts';
import type { EveryField } from '#contract/record.ts';
import type { ShipClock, ZoneInForce } from '#core/ship-time/index.ts';
import type { EventData, ShutternautEventData } from '../records.ts';
import type { EventRow } from '../tables.ts';
import { getLabel } from './event-types.ts';

/** The time of an event as the ship's clock will show it (schedule rule 4). */
interface DisplayTimes {
  readonly startTime: Date;
  readonly endTime: Date;
  /** In force at `startTime`. */
  readonly zone: ZoneInForce;
}

/** Start and end are moved independently. The zone is the one at the moved start (schedule rule 7). */
export function readDisplayTimes(clock: ShipClock, row: Pick<EventRow, 'startTime' | 'endTime'>): DisplayTimes {
  const startTime = clock.toDisplay(row.startTime);
  return { startTime, endTime: clock.toDisplay(row.endTime), zone: clock.zoneAt(startTime) };
}

/** An event with its display times and the details from other areas. */
export interface EventToPresent extends DisplayTimes {
  readonly row: Omit<EventRow, 'needsPhotographer' | 'createdAt' | 'deletedAt'>;
  readonly details: EventDetails;
}

interface ViewerFields {
  readonly isFavorite: boolean;
  /** Only for photography staff. */
  readonly shutternautData?: ShutternautEventData;
  readonly seats?: EventSeats | undefined;
}

/** Returns an event for clients (schedule, Records: EventData). */
export function presentEvent(
  { row, details, startTime, endTime, zone }: EventToPresent,
  view: ViewerFields,
): EventData {
  return {
    eventID: row.id,
    uid: row.uid,
    title: row.title,
    description: row.description,
    startTime,
    endTime,
    timeZone: zone.abbreviation,
    timeZoneID: zone.id,
    location: row.location,
    eventType: getLabel(row.eventType),
    lastUpdateTime: row.updatedAt,
    forum: details.forum,
    isFavorite: view.isFavorite,
    performers: [...(details.performers ?? [])],
    shutternautData: view.shutternautData,
    ...presentSeats(view.seats),
  } satisfies EveryField<EventData>;
}

/** Returns the last fields of an event's record: `renderEvent` appends them to its JSON. */
export const presentSeats = ({ capacity, seatsTaken, seat, waitingPosition }: EventSeats = {}) => ({
  capacity,
  seatsTaken,
  seat,
  waitingPosition,
});
