import { listAreas } from '#area/area.ts';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { Reminder, ReminderSource } from '#area/reminders.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { getUser, toCaller } from '#core/users/index.ts';
import { runInBatches } from '#platform/time/job-runner.ts';
import { notifyOnce } from './notify.ts';
import { findReminders, saveReminder } from './store.ts';
import type { ReminderRow } from './tables.ts';

const minute = 60_000;
/** How late a reminder may be before it's no longer useful. */
const maxDelayMilliseconds = 15 * minute;
/** How far back reminders skipped during downtime are recorded. */
const maxDowntimeMilliseconds = 24 * 60 * minute;

/** Sends the due reminders of all areas and reports how many. */
export async function sendReminders(context: Context, stopping: AbortSignal): Promise<string> {
  let sent = 0;
  for (const source of listAreas(context).flatMap(({ reminders }) => reminders?.(context) ?? [])) {
    const due: Reminder[] = [];
    attemptAndLog(context, source.kind, () => due.push(...recordDue(context, source)));
    // Each waits for the disk. If the service stops, the rest stay recorded as due.
    sent += await runInBatches(stopping, () => {
      const reminder = due.shift();
      if (reminder) attemptAndLog(context, formatKey(reminder), () => sendAndRecord(context, source, reminder));
      return reminder ? 1 : 0;
    });
  }
  return `${sent} reminders sent`;
}

/** A failing reminder must not block the others. */
function attemptAndLog(context: Context, what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error);
    context.log.error({ stack, reminder: what }, 'a reminder failed; trying again in a minute');
  }
}

/**
 * Records due reminders by subject and start, and returns those to send. A reminder recorded as due but not as sent is
 * sent by the next run, even after a crash, unless it's too old. Only a crash between sending a frame and recording
 * that sends it twice (fez rules 75 to 77).
 */
function recordDue(context: Context, source: ReminderSource): readonly Reminder[] {
  const now = context.clock.now();
  const after = new Date(now.getTime() - maxDowntimeMilliseconds);
  const outcomes = new Map(findReminders(context.db, source.kind, after).map((row) => [formatKey(row), row.outcome]));
  const outcomeOf = (reminder: Reminder) => outcomes.get(formatKey(reminder)) ?? 'due';
  const unsent = source.dueBetween(after, now).filter((reminder) => outcomeOf(reminder) !== 'sent');
  // A skipped reminder is sent after all if a new lead time makes it due in time.
  const inTime = unsent.filter((reminder) => isWorthSending(reminder, now));
  const late = unsent.filter((reminder) => !isWorthSending(reminder, now) && outcomeOf(reminder) === 'due');
  if (inTime.length + late.length === 0) return [];
  transact(context, (context) => {
    for (const reminder of late) recordReminder(context, source, reminder, 'skipped');
    for (const reminder of inTime) recordReminder(context, source, reminder, 'due');
  });
  return inTime;
}

/**
 * Whether the reminder isn't too late, its subject hasn't started, and its subject existed when it was due (decision
 * 53).
 */
function isWorthSending({ startsAt, dueAt, madeAt }: Reminder, now: Date): boolean {
  return now.getTime() - dueAt.getTime() <= maxDelayMilliseconds && now <= startsAt && madeAt <= dueAt;
}

function sendAndRecord(context: Context, source: ReminderSource, reminder: Reminder): void {
  send(context, reminder);
  transact(context, (context) => recordReminder(context, source, reminder, 'sent'));
}

function recordReminder(
  context: WriteContext,
  { kind }: ReminderSource,
  { subjectID, startsAt }: Reminder,
  outcome: ReminderRow['outcome'],
): void {
  saveReminder(context.db, { kind, subjectID, startsAt, outcome, recordedAt: context.clock.now() });
}

const formatKey = ({ subjectID, startsAt }: Pick<Reminder, 'subjectID' | 'startsAt'>): string =>
  `${subjectID} ${startsAt.toISOString()}`;

function send(context: Context, { recipients, features, notice, info, subjectID }: Reminder): void {
  const hasFeatures = (userID: string) => {
    const caller = toCaller(getUser(context, userID));
    return !features.some((feature) => isFeatureDisabled(context, caller, feature));
  };
  notifyOnce(context, recipients().filter(hasFeatures), { type: notice, info, contentID: subjectID });
}
