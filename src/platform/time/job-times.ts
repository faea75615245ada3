/** When a job runs by itself. */
export type JobTimes =
  /** Repeatedly, with this many seconds in between. */
  | { readonly everySeconds: number }
  /** Once an hour, at this minute. */
  | { readonly minuteOfHour: number }
  /** Once a day, at this hour in UTC. */
  | { readonly hourOfDay: number };

/** A job that is due at fixed times, rather than at an interval since its last run. */
export type ClockTimes = Exclude<JobTimes, { readonly everySeconds: number }>;

export const isClockTime = (times: JobTimes): times is ClockTimes => !('everySeconds' in times);

const hourMilliseconds = 60 * 60 * 1000;

const getPeriod = (times: ClockTimes): number => ('hourOfDay' in times ? 24 * hourMilliseconds : hourMilliseconds);
const getOffset = (times: ClockTimes): number =>
  'hourOfDay' in times ? times.hourOfDay * hourMilliseconds : times.minuteOfHour * 60 * 1000;

/** Returns the last time up to now at which a job was due. */
export function computeLastDue(times: ClockTimes, now: Date): Date {
  const [period, offset] = [getPeriod(times), getOffset(times)];
  return new Date(Math.floor((now.getTime() - offset) / period) * period + offset);
}

/** Returns the next time after now at which a job is due. */
export const computeNextDue = (times: ClockTimes, now: Date): Date =>
  new Date(computeLastDue(times, now).getTime() + getPeriod(times));

const pad = (number: number): string => String(number).padStart(2, '0');

/** Describes it in words: `every 10 minutes`, `hourly at :05`, `daily at 09:00 UTC`. */
export function describeTimes(times: JobTimes): string {
  if ('everySeconds' in times) return `every ${describeSeconds(times.everySeconds)}`;
  if ('minuteOfHour' in times) return `hourly at :${pad(times.minuteOfHour)}`;
  return `daily at ${pad(times.hourOfDay)}:00 UTC`;
}

function describeSeconds(seconds: number): string {
  const [count, word] =
    seconds % 3600 === 0
      ? [seconds / 3600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second'];
  return count === 1 ? word : `${count} ${word}s`;
}
