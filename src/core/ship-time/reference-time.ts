import type { EventNotificationSetting } from '#core/settings/index.ts';
import { type Cruise, moveIntoCruiseWeek, truncateToSeconds } from './cruise-days.ts';
import type { ShipClock } from './ship-clock.ts';
import { dayMilliseconds, readWallClock, resolveWallClock } from './wall-clock.ts';

/**
 * Returns the instant that determines what comes next (schedule rule 11): now in whole seconds, or moved into the week
 * of the cruise. With the setting `disabled`, "next" still counts from now (fez rule 78).
 */
export function computeReferenceInstant(cruise: Cruise, setting: EventNotificationSetting, now: Date): Date {
  if (setting === 'cruiseWeek') return moveIntoCruiseWeek(cruise, now);
  return truncateToSeconds(now);
}

const weekMilliseconds = 7 * dayMilliseconds;

/**
 * The inverse: returns the last moment up to `until` with this reference instant; undefined if there is none. Outside
 * the sailing, its week repeats.
 */
function computeMomentOfReference(
  cruise: Cruise,
  setting: EventNotificationSetting,
  reference: Date,
  until: Date,
): Date | undefined {
  if (setting !== 'cruiseWeek') return reference <= until ? reference : undefined;
  const second = truncateToSeconds(reference).getTime();
  const wallClock = readWallClock(cruise.portZone, reference);
  const weeks = Math.floor((readWallClock(cruise.portZone, until) - wallClock) / weekMilliseconds);
  // The last such weekday and time may be in the second week of the sailing, which doesn't map to the first one.
  return [weeks, weeks - 1]
    .map((count) => resolveWallClock(cruise.portZone, wallClock + count * weekMilliseconds))
    .find((moment) => moment <= until && moveIntoCruiseWeek(cruise, moment).getTime() === second);
}

/** When a reminder is due, and when its subject starts relative to that. */
export interface ReminderTimes {
  readonly dueAt: Date;
  readonly startsAt: Date;
}

/**
 * Returns the last time up to `until` when a reminder is due this many seconds before a start (display time); undefined
 * if there is none (schedule rule 11).
 */
export function computeReminderTimes(
  cruise: Cruise,
  { setting, leadSeconds }: { setting: EventNotificationSetting; leadSeconds: number },
  start: Date,
  until: Date,
): ReminderTimes | undefined {
  const lead = leadSeconds * 1000;
  const dueAt = computeMomentOfReference(cruise, setting, new Date(start.getTime() - lead), until);
  return dueAt && { dueAt, startsAt: new Date(dueAt.getTime() + lead) };
}

const quarterHour = 15 * 60_000;

/**
 * Returns the next instant at which the zone on board may change, or the reference instant may stop advancing with now.
 * Zones and cruise days change only on quarter hours, the ship's clocks according to their table.
 */
export function computeNextTransition({ changes }: ShipClock, now: Date): Date {
  const nextQuarter = new Date((Math.floor(now.getTime() / quarterHour) + 1) * quarterHour);
  const next = changes.find(({ activeAt }) => activeAt > now)?.activeAt;
  return next && next < nextQuarter ? next : nextQuarter;
}
