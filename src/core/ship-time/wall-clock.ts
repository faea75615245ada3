import { clampToDate, readZone } from './zone-readings.ts';

// A wall clock is what hands and calendar show, without a zone. It is represented by the milliseconds at which UTC shows
// the same, so that days can be added without meeting a clock change.

/** Of the wall clock, where every day has 24 hours. */
export const hourMilliseconds = 60 * 60_000;
export const dayMilliseconds = 24 * hourMilliseconds;

/** What the zone's wall clock shows at the instant, as milliseconds of UTC that shows the same. */
export const readWallClock = (zoneID: string, instant: Date): number =>
  instant.getTime() + readOffset(zoneID, instant.getTime());

/**
 * The instant at which the zone's wall clock shows `wallClock` (milliseconds of UTC that shows the same).
 *
 * A time that comes twice, when clocks go back, is the first of the two. A time that never comes, when clocks go
 * forward, moves on by as much as the clocks do: 02:30 becomes 03:30. Luxon would decide the first case by the season of
 * the host's own clock, so it is not asked.
 */
export function resolveWallClock(zoneID: string, wallClock: number): Date {
  const offsetBefore = readOffset(zoneID, wallClock - dayMilliseconds);
  const offsetAfter = readOffset(zoneID, wallClock + dayMilliseconds);
  const instant = wallClock - offsetBefore;
  if (offsetBefore === offsetAfter || readOffset(zoneID, instant) === offsetBefore) return readDate(instant);
  const laterInstant = wallClock - offsetAfter;
  return readDate(readOffset(zoneID, laterInstant) === offsetAfter ? laterInstant : instant);
}

/** The instant at which the wall clock of zone `to` shows what that of zone `from` shows at `instant`. */
export function moveWallClock(instant: Date, from: string, to: string): Date {
  const milliseconds = instant.getTime();
  // Where both zones agree the instant stays, also inside a repeated hour, where the wall clock alone would not tell.
  if (readOffset(from, milliseconds) === readOffset(to, milliseconds)) return instant;
  return resolveWallClock(to, readWallClock(from, instant));
}

const readOffset = (zoneID: string, instant: number): number => readZone(zoneID, instant).offsetSeconds * 1000;
const readDate = (milliseconds: number): Date => new Date(clampToDate(milliseconds));
