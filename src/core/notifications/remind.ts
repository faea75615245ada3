import { listAreas } from '#area/area.ts';
import { type Context, transact, type WriteContext } from '#area/context.ts';
import type { Reminder, ReminderSource } from '#area/reminders.ts';
import { isFeatureDisabled } from '#core/settings/index.ts';
import { getUser, toCaller } from '#core/users/index.ts';
import { runInBatches } from '#platform/time/job-runner.ts';
import { signal } from './notify.ts';
import { findReminders, saveReminder } from './store.ts';
import type { ReminderRow } from './tables.ts';

const minute = 60_000;
/** Later than this a reminder is of no use any more. */
const maxDelayMilliseconds = 15 * minute;
/** So far back it is recorded what was skipped while the service did not run. */
const lookBackMilliseconds = 24 * 60 * minute;

/** Sends what is due, of every area; says how much that was. */
export async function sendReminders(context: Context, stopping: AbortSignal): Promise<string> {
  let sent = 0;
  for (const source of listAreas(context).flatMap(({ reminders }) => reminders?.(context) ?? [])) {
    const due: Reminder[] = [];
    attempt(context, source.kind, () => due.push(...recordDue(context, source)));
    // Each waits for the disk. What a stop leaves is recorded as due.
    sent += await runInBatches(stopping, () => {
      const reminder = due.shift();
      if (reminder) attempt(context, formatKey(reminder), () => sendAndRecord(context, source, reminder));
      return reminder ? 1 : 0;
    });
  }
  return `${sent} reminders sent`;
}

/** What goes wrong with one reminder must not keep the others from being sent. */
function attempt(context: Context, what: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error);
    context.log.error({ stack, reminder: what }, 'a reminder failed; the next minute tries again');
  }
}

/**
 * Records what is due by subject and start, and returns what is to be sent. Whatever is recorded as due and not as
 * sent, and is no older than it may be, is sent by the next run, also after a crash; only a crash in the instant between
 * a frame and its record sends that one again (fez rules 75 to 77).
 */
function recordDue(context: Context, source: ReminderSource): readonly Reminder[] {
  const now = context.clock.now();
  const after = new Date(now.getTime() - lookBackMilliseconds);
  const outcomes = new Map(findReminders(context.db, source.kind, after).map((row) => [formatKey(row), row.outcome]));
  const outcomeOf = (reminder: Reminder) => outcomes.get(formatKey(reminder)) ?? 'due';
  const unsent = source.dueBetween(after, now).filter((reminder) => outcomeOf(reminder) !== 'sent');
  // What was skipped is sent after all when another lead time makes it due in time.
  const inTime = unsent.filter((reminder) => isOfUse(reminder, now));
  const late = unsent.filter((reminder) => !isOfUse(reminder, now) && outcomeOf(reminder) === 'due');
  if (inTime.length + late.length === 0) return [];
  transact(context, (context) => {
    for (const reminder of late) record(context, source, reminder, 'skipped');
    for (const reminder of inTime) record(context, source, reminder, 'due');
  });
  return inTime;
}

/** Not long after it was due, before the start, and of something that was there when it was due (decision 53). */
function isOfUse({ startsAt, dueAt, madeAt }: Reminder, now: Date): boolean {
  return now.getTime() - dueAt.getTime() <= maxDelayMilliseconds && now <= startsAt && madeAt <= dueAt;
}

function sendAndRecord(context: Context, source: ReminderSource, reminder: Reminder): void {
  send(context, reminder);
  transact(context, (context) => record(context, source, reminder, 'sent'));
}

function record(
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
  signal(context, recipients().filter(hasFeatures), { type: notice, info, contentID: subjectID });
}
