import type { TimeZoneChangeData } from './records.ts';
import type { ShipClock } from './ship-clock.ts';

export function presentTimeZoneChanges({ changes, zoneAt }: ShipClock, now: Date): TimeZoneChangeData {
  const current = zoneAt(now);
  return {
    records: changes.map(({ activeAt, abbreviation, zoneID }) => ({
      activeDate: activeAt,
      timeZoneAbbrev: abbreviation,
      timeZoneID: zoneID,
    })),
    currentTimeZoneAbbrev: current.abbreviation,
    currentTimeZoneID: current.id,
    currentOffsetSeconds: current.offsetSeconds,
  };
}
