import type { Context } from '#context';
import type { Reminder, ReminderSource } from '#contract/reminders.ts';
import { contributionsOf } from './contributions.ts';
import { signal } from './notify.ts';
import { findReminders, noteReminder } from './store.ts';
import type { ReminderRow } from './tables.ts';

const minute = 60_000;
/** Later than this a reminder is of no use any more. */
const latestMilliseconds = 15 * minute;
/** So far back it is recorded what was skipped while the service did not run. */
const lookBackMilliseconds = 24 * 60 * minute;

/** Sends what is due, of every area. */
export function sendReminders(context: Context): void {
  for (const source of contributionsOf(context).reminders) {
    attempt(context, source.kind, () => remind(context, source));
  }
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
 * Notes what is due by subject and due time, sends it, and notes that it was sent. Whatever is noted as due and is no
 * older than it may be is sent by the next run, also after a crash; only a crash in the instant between a frame and its
 * note sends that one again (fez rules 75 to 77).
 */
function remind(context: Context, source: ReminderSource): void {
  const now = context.clock.now();
  const after = new Date(now.getTime() - lookBackMilliseconds);
  const outcomes = new Map(findReminders(context.db, source.kind, after).map((row) => [keyOf(row), row.outcome]));
  const waiting = source
    .dueBetween(after, now)
    .filter((reminder) => (outcomes.get(keyOf(reminder)) ?? 'due') === 'due');
  if (waiting.length === 0) return;
  const { inTime = [], late = [] } = Object.groupBy(waiting, ({ dueAt }) => (isInTime(dueAt, now) ? 'inTime' : 'late'));
  const note = (reminder: Reminder, outcome: ReminderRow['outcome']) =>
    noteReminder(context.db, { kind: source.kind, ...subjectOf(reminder), outcome, recordedAt: now });
  context.db.transaction(() => {
    for (const reminder of late) note(reminder, 'skipped');
    for (const reminder of inTime) note(reminder, 'due');
  });
  for (const reminder of inTime) {
    attempt(context, keyOf(reminder), () => {
      send(context, reminder);
      context.db.transaction(() => note(reminder, 'sent'));
    });
  }
}

const isInTime = (dueAt: Date, now: Date): boolean => now.getTime() - dueAt.getTime() <= latestMilliseconds;

const subjectOf = ({ subjectID, dueAt }: Pick<Reminder, 'subjectID' | 'dueAt'>) => ({ subjectID, dueAt });

const keyOf = ({ subjectID, dueAt }: Pick<Reminder, 'subjectID' | 'dueAt'>): string =>
  `${subjectID} ${dueAt.toISOString()}`;

function send(context: Context, { recipients, notice, info, subjectID }: Reminder): void {
  signal(context, recipients(), { type: notice, info, contentID: subjectID });
}
