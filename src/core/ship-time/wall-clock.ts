import { clampToDate, readZone } from './zone-readings.ts';

// A wall clock is the date and time a clock shows, without a zone. It's represented by the milliseconds at which UTC
// shows the same, so that days can be added without crossing a clock change.

/** In wall clock time, where every day has 24 hours. */
export const hourMilliseconds = 60 * 60_000;
export const dayMilliseconds = 24 * hourMilliseconds;

/** Returns the zone's wall clock at the instant, as the milliseconds at which UTC shows the same. */
export const readWallClock = (zoneID: string, instant: Date): number =>
  instant.getTime() + readOffset(zoneID, instant.getTime());

/**
 * Returns the instant at which the zone's wall clock shows `wallClock` (milliseconds at which UTC shows the same).
 *
 * A time that occurs twice, when clocks go back, is the first of the two. A time that is skipped, when clocks go
 * forward, moves by as much as the clocks do: 02:30 becomes 03:30. Luxon isn't used, because it would resolve the first
 * case by the season of the host's own clock.
 */
export function resolveWallClock(zoneID: string, wallClock: number): Date {
  const offsetBefore = readOffset(zoneID, wallClock - dayMilliseconds);
  const offsetAfter = readOffset(zoneID, wallClock + dayMilliseconds);
  const instant = wallClock - offsetBefore;
  if (offsetBefore === offsetAfter || readOffset(zoneID, instant) === offsetBefore) return readDate(instant);
  const laterInstant = wallClock - offsetAfter;
  return readDate(readOffset(zoneID, laterInstant) === offsetAfter ? laterInstant : instant);
}

/** Returns the instant at which zone `to` shows the wall clock that zone `from` shows at `instant`. */
export function moveWallClock(instant: Date, from: string, to: string): Date {
  const milliseconds = instant.getTime();
  // If both zones agree, the instant stays, even in a repeated hour, where the wall clock alone would be ambiguous.
  if (readOffset(from, milliseconds) === readOffset(to, milliseconds)) return instant;
  return resolveWallClock(to, readWallClock(from, instant));
}

const readOffset = (zoneID: string, instant: number): number => readZone(zoneID, instant).offsetSeconds * 1000;
const readDate = (milliseconds: number): Date => new Date(clampToDate(milliseconds));
