import type { EventContent } from '../tables.ts';
import type { SchedulePlan } from './compare-schedule.ts';

const dayMilliseconds = 24 * 60 * 60_000;
/** Fewer changes are easy to review, so they never cause doubt. */
const minSuspiciousChanges = 10;
const maxChangedShare = 0.3;

/**
 * Returns why this may be the wrong file, or undefined if there's no doubt. Either most of the schedule moves by more
 * than a day in one direction, as if it were from another sailing, or more than 30 percent of it changes (schedule rule
 * 40).
 */
export function findReasonToSuspect({ changed, unchanged }: SchedulePlan): string | undefined {
  const stored = changed.length + unchanged.length;
  const shifts = changed.map(({ row, content }) => computeShift(row, content));
  const [later, earlier] = [1, -1].map((sign) => shifts.filter((shift) => shift * sign > dayMilliseconds));
  for (const [moved, word] of [
    [later, 'later'],
    [earlier, 'earlier'],
  ] as const) {
    if (!moved || moved.length < minSuspiciousChanges || moved.length <= stored / 2) continue;
    return (
      `The whole schedule would move: ${moved.length} of ${stored} events are more than a day ${word}, ` +
      `by ${formatDays(findMedian(moved))} at the median. It may be for another sailing.`
    );
  }
  if (changed.length < minSuspiciousChanges || changed.length <= stored * maxChangedShare) return undefined;
  return `The file changes ${changed.length} of the ${stored} events stored, which is more than 30 percent: it may be the wrong one.`;
}

const computeShift = (before: EventContent, after: EventContent): number =>
  after.startTime.getTime() - before.startTime.getTime();

const findMedian = (shifts: readonly number[]): number =>
  shifts.toSorted((one, other) => one - other)[Math.floor(shifts.length / 2)] ?? 0;

function formatDays(milliseconds: number): string {
  const days = Math.round((Math.abs(milliseconds) / dayMilliseconds) * 10) / 10;
  return days === 1 ? 'one day' : `${days} days`;
}
