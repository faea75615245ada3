import { findClockProblem } from '#core/machine/index.ts';
import { getCruise, getCruiseEnd, getCruiseStart, getSailing } from '#core/ship-time/index.ts';
import {
  type CheckInput,
  createFaultyFinding,
  createReadyFinding,
  type Finding,
  formatDay,
  formatMinute,
} from './line.ts';

const dayMilliseconds = 24 * 60 * 60_000;

/** Checks that the machine's clock is consistent with the stored data and the dates of the sailing. */
export function checkClock({ context }: CheckInput): Finding {
  const problem = findClockProblem(context);
  if (problem !== undefined) return createFaultyFinding(problem, 'timedatectl set-time "YYYY-MM-DD HH:MM:SS"');
  if (getSailing(context).origin === 'default')
    return createFaultyFinding(
      'The dates of the sailing are unknown: import its schedule, or set START_DATE and CRUISE_LENGTH_DAYS.',
      'gangway import schedule schedule.ics',
    );
  const now = context.clock.now();
  const cruise = getCruise(context);
  const [begin, end] = [getCruiseStart(cruise), getCruiseEnd(cruise)];
  const dates = `${cruise.startDate}, ${cruise.lengthDays} days`;
  if (now >= end)
    return createFaultyFinding(
      `The clock shows ${formatDay(now)}, but the sailing (${dates}) has ended: set the clock, START_DATE, or import the schedule of this sailing.`,
      'gangway import schedule schedule.ics',
    );
  return createReadyFinding(
    `It's ${formatMinute(now)}; ${now < begin ? describeWait(begin, now) : 'the sailing is under way'} (${dates}).`,
  );
}

function describeWait(begin: Date, now: Date): string {
  const days = Math.ceil((begin.getTime() - now.getTime()) / dayMilliseconds);
  return `the sailing starts in ${days === 1 ? 'one day' : `${days} days`}`;
}
