import type { ZoneInForce } from '#core/ship-time/index.ts';
import type { EventData, PerformerHeaderData, ShutternautEventData } from '../records.ts';
import type { EventRow } from '../tables.ts';
import { getLabel } from './event-types.ts';

/** An event with its display times (schedule rule 4). */
export interface ShownEvent {
  readonly row: EventRow;
  readonly startTime: Date;
  readonly endTime: Date;
  /** In force at `startTime`. */
  readonly zone: ZoneInForce;
  readonly performers: readonly PerformerHeaderData[];
}

interface View {
  readonly isFavorite: boolean;
  /** For photography staff only. */
  readonly shutternautData?: ShutternautEventData;
}

/** An event for clients (schedule, Records: EventData). */
export function presentEvent({ row, startTime, endTime, zone, performers }: ShownEvent, view: View): EventData {
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
    isFavorite: view.isFavorite,
    performers: [...performers],
    shutternautData: view.shutternautData,
  };
}
