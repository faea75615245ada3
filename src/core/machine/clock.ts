import type { Context } from '#area/context.ts';
import { getCruise, getCruiseEnd, getCruiseStart, getSailing } from '#core/ship-time/index.ts';
import { findNewestStoredTime } from './store.ts';

const minuteMilliseconds = 60_000;
const dayMilliseconds = 24 * 60 * minuteMilliseconds;
/** How far stored times may be ahead of the clock: corrections of a few minutes are normal. */
const maxAheadMilliseconds = 5 * minuteMilliseconds;
/** People register months before they sail, and look at pictures for weeks afterwards. */
const maxDaysBefore = 300;
const maxDaysAfter = 60;

const formatMinute = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Returns why the machine's clock can't be right, as one sentence that says what to do; undefined if it looks right. A
 * clock looks wrong if it's behind a time it stamped before, or far from the sailing.
 */
export function findClockProblem(context: Context): string | undefined {
  const now = context.clock.now();
  const newest = findNewestStoredTime(context.db);
  if (newest && newest.getTime() - now.getTime() > maxAheadMilliseconds) {
    return (
      `The clock shows ${formatMinute(now)}, which is before the newest thing stored (${formatMinute(newest)}): ` +
      'set the clock of this machine.'
    );
  }
  return describeDateFarFromSailing(context, now);
}

function describeDateFarFromSailing(context: Context, now: Date): string | undefined {
  // Samples have their own dates.
  if (context.config.isDevelopment || getSailing(context).origin === 'default') return undefined;
  const cruise = getCruise(context);
  const daysBefore = (getCruiseStart(cruise).getTime() - now.getTime()) / dayMilliseconds;
  const daysAfter = (now.getTime() - getCruiseEnd(cruise).getTime()) / dayMilliseconds;
  if (daysBefore <= maxDaysBefore && daysAfter <= maxDaysAfter) return undefined;
  const distance =
    daysBefore > 0
      ? `${Math.ceil(daysBefore)} days before the sailing begins`
      : `${Math.ceil(daysAfter)} days after it ended`;
  return (
    `The clock shows ${formatMinute(now)}, ${distance} (${cruise.startDate}): set the clock of this machine, or ` +
    'START_DATE, or import the schedule of this sailing.'
  );
}
