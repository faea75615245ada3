import type { Context } from '#context';
import type { Reminder, ReminderSource } from '#contract/reminders.ts';
import { contributionsOf } from './contributions.ts';
import { signal } from './notify.ts';
import { findReminders, insertReminders } from './store.ts';
import type { ReminderRow } from './tables.ts';

const minute = 60_000;
/** Later than this a reminder is of no use any more. */
const latestMilliseconds = 15 * minute;
/** So far back it is recorded what was skipped while the service did not run. */
const lookBackMilliseconds = 24 * 60 * minute;

/** Sends what is due, of every area. */
export function sendReminders(context: Context): void {
  for (const source of contributionsOf(context).reminders) remind(context, source);
}

/**
 * Sends what is due and was never sent, and records it by subject and due time first: whatever happens, nothing is sent
 * twice, and what is late after a restart is sent or recorded as skipped. A crash between record and frame loses the
 * frame (fez rules 75 to 77).
 */
function remind(context: Context, source: ReminderSource): void {
  const now = context.clock.now();
  const after = new Date(now.getTime() - lookBackMilliseconds);
  const recorded = new Set(findReminders(context.db, source.kind, after).map(keyOf));
  const due = source.dueBetween(after, now).filter((reminder) => !recorded.has(keyOf(reminder)));
  if (due.length === 0) return;
  context.db.transaction(() => {
    const rows = due.map((reminder) => recordOf(source.kind, reminder, now));
    insertReminders(context.db, rows);
    due.forEach((reminder, index) => {
      if (rows[index]?.outcome === 'sent') send(context, reminder);
    });
  });
}

const keyOf = ({ subjectID, dueAt }: Pick<Reminder, 'subjectID' | 'dueAt'>): string =>
  `${subjectID} ${dueAt.toISOString()}`;

function recordOf(kind: string, { subjectID, dueAt }: Reminder, now: Date): ReminderRow {
  const isInTime = now.getTime() - dueAt.getTime() <= latestMilliseconds;
  return { kind, subjectID, dueAt, outcome: isInTime ? 'sent' : 'skipped', recordedAt: now };
}

function send(context: Context, { recipients, notice, info, subjectID }: Reminder): void {
  signal(context, recipients(), { type: notice, info, contentID: subjectID });
}
