import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import {
  type Placeholders,
  prepareQuery,
  prepareQueryText,
  prepareWrite,
  prepareWriteText,
  selectValues,
} from '#db/prepared.ts';
import { eventLog, getPlace, type NewEvent, type ReminderRow, reminders } from './tables.ts';

const insertEventQuery = prepareWrite((queries, event: Placeholders<NewEvent>) =>
  queries
    .insert(eventLog)
    .values({
      topic: event.topic,
      kind: event.kind,
      subjectID: event.subjectID,
      recipients: event.recipients,
      exceptUserID: event.exceptUserID,
      createdAt: event.createdAt,
    })
    .returning({ id: eventLog.id }),
);

/** Adds an event to the log; returns its id. */
export const insertEvent = (db: Transaction, event: NewEvent): number => insertEventQuery.get(db, event).id;

const positionQuery = prepareQueryText<Record<never, never>, { newest: number; oldest: number }>(`
  SELECT newest, coalesce((SELECT min(id) FROM event_log), newest + 1) AS oldest
  FROM (SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'event_log'), 0) AS newest)`);

/** Ids of the newest event there ever was and of the oldest that is not deleted; one more than the newest for none. */
export function findPosition(db: Database): { newest: number; oldest: number } {
  return positionQuery.get(db, {}) ?? { newest: 0, oldest: 1 };
}

type Missed = {
  readonly userID: string;
  /** Topics, as JSON. */
  readonly topics: string;
  readonly after: number;
  readonly max: number;
};

const eventsAfterQuery = prepareQuery((queries, { userID, topics, after, max }: Placeholders<Missed>) =>
  queries
    .select({ id: eventLog.id, kind: eventLog.kind, subjectID: eventLog.subjectID })
    .from(eventLog)
    .where(
      and(
        sql`${eventLog.place} IN (SELECT ${getPlace(sql`value`)} FROM json_each(${topics}))`,
        sql`${eventLog.topic} IN ${selectValues(topics)}`,
        gt(eventLog.id, after),
        sql`${eventLog.exceptUserID} IS NOT ${userID}`,
        sql`(${eventLog.recipients} IS NULL OR ${userID} IN (SELECT value FROM json_each(${eventLog.recipients})))`,
      ),
    )
    .orderBy(asc(eventLog.id))
    .limit(max),
);

/** Events of these topics that concern the user, after this id, oldest first and at most `max`. */
export const findEventsAfter = (
  db: Database,
  { userID, topics, after, max }: { userID: string; topics: readonly string[]; after: number; max: number },
) => eventsAfterQuery.all(db, { userID, topics: JSON.stringify(topics), after, max });

const deleteEventsQuery = prepareWriteText<{ before: number; max: number }>(`
  DELETE FROM event_log WHERE id <= (
    SELECT max(id) FROM (SELECT id, created_at FROM event_log ORDER BY id LIMIT :max) WHERE created_at < :before)`);

/**
 * Deletes of the `max` oldest events all up to the last from before this instant, and tells how many. Also where the clock
 * was put back nothing is left out between two that stay.
 */
export const deleteOldestEvents = (db: Transaction, before: Date, max: number): number =>
  deleteEventsQuery.run(db, { before: before.getTime(), max }).changes;

const remindersQuery = prepareQuery((queries, { kind, after }: Placeholders<{ kind: string; after: number }>) =>
  queries
    .select()
    .from(reminders)
    .where(and(eq(reminders.kind, kind), gt(reminders.startsAt, after))),
);

/** Recorded reminders of one kind, of what starts after this instant. */
export const findReminders = (db: Database, kind: string, after: Date): ReminderRow[] =>
  // A placeholder is not converted as the column's values are.
  remindersQuery.all(db, { kind, after: after.getTime() });

/** Records what became of a reminder, in place of what was recorded before. */
export function saveReminder(db: Transaction, row: ReminderRow): void {
  db.queries
    .insert(reminders)
    .values(row)
    .onConflictDoUpdate({ target: [reminders.kind, reminders.startsAt, reminders.subjectID], set: row })
    .run();
}
