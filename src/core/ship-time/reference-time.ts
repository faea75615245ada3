import type { EventNotificationSetting } from '#core/settings/index.ts';
import { type Cruise, moveIntoCruiseWeek, truncateToSeconds } from './cruise-days.ts';
import type { ShipClock } from './ship-clock.ts';
import { dayMilliseconds, readWallClock, resolveWallClock } from './wall-clock.ts';

/**
 * The instant by which it is decided what comes next (schedule rule 11): now in whole seconds, or moved into the week of
 * the cruise. Where nothing is announced, "next" is still meant from now on (fez rule 78).
 */
export function computeReferenceInstant(cruise: Cruise, setting: EventNotificationSetting, now: Date): Date {
  if (setting === 'cruiseWeek') return moveIntoCruiseWeek(cruise, now);
  return truncateToSeconds(now);
}

const weekMilliseconds = 7 * dayMilliseconds;

/**
 * The other way round: the last moment, not after `until`, that has this reference instant; undefined when there is
 * none. Outside the sailing its week comes again and again.
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
  // The last such weekday and clock may be in the second week of the sailing, which is not the first one.
  return [weeks, weeks - 1]
    .map((count) => resolveWallClock(cruise.portZone, wallClock + count * weekMilliseconds))
    .find((moment) => moment <= until && moveIntoCruiseWeek(cruise, moment).getTime() === second);
}

/** When users are reminded of something, and when it starts then. */
export interface ReminderTimes {
  readonly dueAt: Date;
  readonly startsAt: Date;
}

/**
 * The last time, not after `until`, that it is due to remind users of a start (display time) so many seconds before;
 * undefined when there is none (schedule rule 11).
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
 * The next instant at which the zone on board may change, or the reference instant may cease to move on with now: zones
 * and days of the cruise change on quarter hours only, the clocks of the ship as their table says.
 */
export function computeNextTransition({ changes }: ShipClock, now: Date): Date {
  const nextQuarter = new Date((Math.floor(now.getTime() / quarterHour) + 1) * quarterHour);
  const next = changes.find(({ activeAt }) => activeAt > now)?.activeAt;
  return next && next < nextQuarter ? next : nextQuarter;
}
