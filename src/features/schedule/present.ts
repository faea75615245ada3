import type { ZoneInForce } from '#core/ship-time/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import { getLabel } from './event-types.ts';
import type { EventData, ShutternautEventData, ShutternautScheduleReportData } from './records.ts';
import type { EventRow } from './tables.ts';

/** An event with the times that people are shown (schedule rule 4). */
export interface ShownEvent {
  readonly row: EventRow;
  readonly startTime: Date;
  readonly endTime: Date;
  /** In force at `startTime`. */
  readonly zone: ZoneInForce;
}

interface View {
  readonly isFavorite: boolean;
  /** For photography staff only. */
  readonly shutternautData?: ShutternautEventData;
}

export function presentEvent({ row, startTime, endTime, zone }: ShownEvent, view: View): EventData {
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
    // No performers are stored yet.
    performers: [],
    shutternautData: view.shutternautData,
  };
}

/** One row of the photographer report (schedule rule 29). */
export function presentCoverage(
  { row, startTime, endTime, zone }: ShownEvent,
  photographers: UserHeader[],
): ShutternautScheduleReportData {
  return {
    eventID: row.id,
    title: row.title,
    startTime,
    endTime,
    timeZone: zone.abbreviation,
    location: row.location,
    needsPhotographer: row.needsPhotographer,
    photographers,
  };
}
