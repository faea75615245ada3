import { checkStoredSchedule } from '#features/schedule/index.ts';
import { type CheckInput, createFault, type Finding } from './line.ts';

/** Checks that there is a schedule for this sailing, and that no day of the sailing is without events. */
export function checkSchedule({ context }: CheckInput): Finding {
  const { count, problems } = checkStoredSchedule(context);
  return {
    faults: problems.map((sentence) => createFault(sentence, 'gangway import schedule schedule.ics')),
    sentence: `${count} events, all within the sailing, with some on every day.`,
  };
}
