import type { EventDetails } from '#area/event-details.ts';
import type { EveryField } from '#contract/record.ts';
import type { ShipClock, ZoneInForce } from '#core/ship-time/index.ts';
import type { EventData, ShutternautEventData } from '../records.ts';
import type { EventRow } from '../tables.ts';
import { getLabel } from './event-types.ts';

/** When an event is, as the ship's clock will show it (schedule rule 4). */
interface DisplayTimes {
  readonly startTime: Date;
  readonly endTime: Date;
  /** In force at `startTime`. */
  readonly zone: ZoneInForce;
}

/** Start and end are moved each on its own, and the zone is that at the moved start (schedule rule 7). */
export function readDisplayTimes(clock: ShipClock, row: Pick<EventRow, 'startTime' | 'endTime'>): DisplayTimes {
  const startTime = clock.toDisplay(row.startTime);
  return { startTime, endTime: clock.toDisplay(row.endTime), zone: clock.zoneAt(startTime) };
}

/** An event with its display times and what other areas add to it. */
export interface ShownEvent extends DisplayTimes {
  readonly row: Omit<EventRow, 'needsPhotographer' | 'createdAt' | 'deletedAt'>;
  readonly details: EventDetails;
}

interface View {
  readonly isFavorite: boolean;
  /** For photography staff only. */
  readonly shutternautData?: ShutternautEventData;
}

/** An event for clients (schedule, Records: EventData). */
export function presentEvent({ row, details, startTime, endTime, zone }: ShownEvent, view: View): EventData {
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
  } satisfies EveryField<EventData>;
}
