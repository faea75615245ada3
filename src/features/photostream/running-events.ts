import type { Context } from '#area/context.ts';
import { getCruise, getCruiseEnd, getCruiseStart, getShipClock, locateInCruiseWeek } from '#core/ship-time/index.ts';
import { getCurrentSchedule, type LiveEvent } from '#features/schedule/index.ts';

const hour = 60 * 60_000;
/** Longer events are more like times of the day than something people attend. */
const maxDuration = 2 * hour;

/**
 * Returns events at which a photo may be taken at a given moment: those running by the ship's clock and not longer than
 * two hours (schedule rule 94). Outside the sailing, its first week repeats.
 */
export function listRunningEvents(context: Context, moment: Date): LiveEvent[] {
  const portTime = convertToScheduleTime(context, moment);
  return getCurrentSchedule(context).events.filter(
    ({ row: { startTime, endTime } }) =>
      startTime <= portTime && portTime < endTime && endTime.getTime() - startTime.getTime() <= maxDuration,
  );
}

/** Returns whether an event ended at least an hour before a moment. Events suggested for that moment are never over. */
export function isOver(context: Context, event: LiveEvent, moment: Date): boolean {
  const { endTime } = event.row;
  const isLongPast = endTime.getTime() <= getShipClock(context).toPort(moment).getTime() - hour;
  return isLongPast && !listRunningEvents(context, moment).some(({ row }) => row.id === event.row.id);
}

function convertToScheduleTime(context: Context, moment: Date): Date {
  const [cruise, clock] = [getCruise(context), getShipClock(context)];
  const isSailing = moment >= getCruiseStart(cruise) && moment <= getCruiseEnd(cruise);
  const { id } = clock.zoneAt(getCruiseStart(cruise));
  return clock.toPort(isSailing ? moment : locateInCruiseWeek(cruise, moment, id));
}
