import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import {
  type Placeholders,
  prepareInsert,
  prepareQuery,
  prepareQueryText,
  prepareWriteText,
  selectValues,
} from '#db/prepared.ts';
import { eventLog, getTopicSuffix, type NewEvent, type ReminderRow, reminders } from './tables.ts';

const insertEventQuery = prepareInsert(eventLog, 'id', 'place');

/** Inserts an event into the log and returns its id. */
export const insertEvent = (db: Transaction, event: NewEvent): number => insertEventQuery.get(db, event).id;

const eventRangeQuery = prepareQueryText<Record<never, never>, { newest: number; oldest: number }>(`
  SELECT newest, coalesce((SELECT min(id) FROM event_log), newest + 1) AS oldest
  FROM (SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'event_log'), 0) AS newest)`);

/** Returns the ids of the newest event ever and of the oldest one stored, which is newest + 1 if none is stored. */
export function findEventRange(db: Database): { newest: number; oldest: number } {
  return eventRangeQuery.get(db, {}) ?? { newest: 0, oldest: 1 };
}

type MissedEventsParameters = {
  readonly userID: string;
  /** Topics, as JSON. */
  readonly topics: string;
  readonly after: number;
  readonly max: number;
};

const eventsAfterQuery = prepareQuery((queries, { userID, topics, after, max }: Placeholders<MissedEventsParameters>) =>
  queries
    .select({ id: eventLog.id, kind: eventLog.kind, subjectID: eventLog.subjectID })
    .from(eventLog)
    .where(
      and(
        sql`${eventLog.place} IN (SELECT ${getTopicSuffix(sql`value`)} FROM json_each(${topics}))`,
        sql`${eventLog.topic} IN ${selectValues(topics)}`,
        gt(eventLog.id, after),
        sql`${eventLog.exceptUserID} IS NOT ${userID}`,
        sql`(${eventLog.recipients} IS NULL OR ${userID} IN (SELECT value FROM json_each(${eventLog.recipients})))`,
      ),
    )
    .orderBy(asc(eventLog.id))
    .limit(max),
);

/** Returns up to `max` events of these topics after this id that concern the user, oldest first. */
export const findEventsAfter = (
  db: Database,
  { userID, topics, after, max }: { userID: string; topics: readonly string[]; after: number; max: number },
) => eventsAfterQuery.all(db, { userID, topics: JSON.stringify(topics), after, max });

const deleteEventsQuery = prepareWriteText<{ before: number; max: number }>(`
  DELETE FROM event_log WHERE id <= (
    SELECT max(id) FROM (SELECT id, created_at FROM event_log ORDER BY id LIMIT :max) WHERE created_at < :before)`);

/**
 * Among the `max` oldest events, deletes everything up to the last one from before this instant, and returns how many.
 * This leaves no gaps, even if the clock was set back.
 */
export const deleteOldestEvents = (db: Transaction, before: Date, max: number): number =>
  deleteEventsQuery.run(db, { before: before.getTime(), max }).changes;

const remindersQuery = prepareQuery((queries, { kind, after }: Placeholders<{ kind: string; after: number }>) =>
  queries
    .select()
    .from(reminders)
    .where(and(eq(reminders.kind, kind), gt(reminders.startsAt, after))),
);

/** Lists recorded reminders of one kind whose subject starts after this instant. */
export const findReminders = (db: Database, kind: string, after: Date): ReminderRow[] =>
  // Placeholders aren't converted like the column's values.
  remindersQuery.all(db, { kind, after: after.getTime() });

/** Saves the outcome of a reminder, replacing an earlier one. */
export function saveReminder(db: Transaction, row: ReminderRow): void {
  db.queries
    .insert(reminders)
    .values(row)
    .onConflictDoUpdate({ target: [reminders.kind, reminders.startsAt, reminders.subjectID], set: row })
    .run();
}
