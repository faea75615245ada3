import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareQueryText, prepareWrite, prepareWriteText } from '#db/prepared.ts';
import { deliveries, eventLog, type NewEvent, positions, type ReminderRow, reminders } from './tables.ts';

const insertEventQuery = prepareWrite((queries, { topic, kind, subjectID, createdAt }: Placeholders<NewEvent>) =>
  queries.insert(eventLog).values({ topic, kind, subjectID, createdAt }).returning({ id: eventLog.id }),
);

/** Adds an event to the log; returns its id. */
export const insertEvent = (db: Transaction, event: NewEvent): number => insertEventQuery.get(db, event).id;

const nextNumbersQuery = prepareWriteText<{ userIDs: string }>(`
    INSERT INTO live_positions (user_id, newest) SELECT value, 1 FROM json_each(:userIDs) WHERE true
    ON CONFLICT (user_id) DO UPDATE SET newest = newest + 1`);

const insertDeliveriesQuery = prepareWriteText<
  { eventID: number; userIDs: string },
  { userID: string; number: number }
>(`
    INSERT INTO live_deliveries (user_id, number, frame_id)
    SELECT user_id, newest, :eventID FROM live_positions WHERE user_id IN (SELECT value FROM json_each(:userIDs))
    RETURNING user_id AS userID, number`);

/** Delivers the event to each of these users under their next number; returns the numbers by user. */
export function insertDeliveries(db: Transaction, eventID: number, userIDs: readonly string[]): Map<string, number> {
  const parameters = { eventID, userIDs: JSON.stringify(userIDs) };
  nextNumbersQuery.run(db, parameters);
  return new Map(insertDeliveriesQuery.all(db, parameters).map(({ userID, number }) => [userID, number]));
}

const positionQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(positions).where(eq(positions.userID, userID)),
);

/** Number of the user's newest delivery, and of the last one whose event was deleted; 0 for none. */
export function findPosition(db: Database, userID: string): { newest: number; deletedUpTo: number } {
  return positionQuery.get(db, { userID }) ?? { newest: 0, deletedUpTo: 0 };
}

const eventsAfterQuery = prepareQuery(
  (
    queries,
    { userID, topic, number, max }: Placeholders<{ userID: string; topic: string; number: number; max: number }>,
  ) =>
    queries
      .select({ number: deliveries.number, kind: eventLog.kind, subjectID: eventLog.subjectID })
      .from(deliveries)
      .innerJoin(eventLog, eq(eventLog.id, deliveries.eventID))
      .where(and(eq(deliveries.userID, userID), gt(deliveries.number, number), eq(eventLog.topic, topic)))
      .orderBy(asc(deliveries.number))
      .limit(max),
);

/** Events of one topic that were delivered to the user after this number, oldest first and at most `max`. */
export const findEventsAfter = (db: Database, userID: string, topic: string, number: number, max: number) =>
  eventsAfterQuery.all(db, { userID, topic, number, max });

const wrongPositions = `
    SELECT user_id AS userID, coalesce(newest, 0) AS newest, highest
    FROM (SELECT user_id, max(number) AS highest FROM live_deliveries GROUP BY user_id)
    LEFT JOIN live_positions USING (user_id) WHERE coalesce(newest, 0) < highest`;

const wrongPositionsQuery = prepareQueryText<Record<never, never>, { userID: string; newest: number; highest: number }>(
  wrongPositions,
);

/** Users with a delivery of a higher number than their position says. */
export const findWrongPositions = (db: Database) => wrongPositionsQuery.all(db, {});

const repairPositionsQuery = prepareWriteText<Record<never, never>>(`
    INSERT INTO live_positions (user_id, newest) SELECT userID, highest FROM (${wrongPositions}) WHERE true
    ON CONFLICT (user_id) DO UPDATE SET newest = excluded.newest`);

/** Moves positions on to the highest number delivered. */
export const repairPositions = (db: Transaction): void => void repairPositionsQuery.run(db, {});

// The join is made in the order written: from few events to their deliveries.
const moveDeletedUpToQuery = prepareWriteText<{ eventIDs: string }>(`
    UPDATE live_positions SET forgotten = max(forgotten, deleted.number) FROM (
      SELECT user_id, max(number) AS number FROM json_each(:eventIDs) AS events
      CROSS JOIN live_deliveries ON frame_id = events.value GROUP BY user_id) AS deleted
    WHERE live_positions.user_id = deleted.user_id`);

const deleteEventsQuery = prepareWriteText<{ eventIDs: string }>(
  'DELETE FROM live_frames WHERE id IN (SELECT value FROM json_each(:eventIDs))',
);

/**
 * Deletes the oldest of the events from before this instant, as many as have this number of deliveries, and records
 * for each user up to which number. Tells whether there were any.
 */
export function deleteOldestEvents(db: Transaction, before: Date, maxDeliveries: number): boolean {
  const oldest = findOldestEvents(db, before, maxDeliveries);
  const eventIDs = JSON.stringify(oldest);
  moveDeletedUpToQuery.run(db, { eventIDs });
  deleteEventsQuery.run(db, { eventIDs });
  return oldest.length > 0;
}

const eventsByAgeQuery = prepareQueryText<{ before: number }, { id: number; deliveryCount: number }>(`
    SELECT id, (SELECT count(*) FROM live_deliveries WHERE frame_id = live_frames.id) AS deliveryCount
    FROM live_frames WHERE created_at < :before ORDER BY created_at`);

/** Reads one event after the other, so that no more deliveries are counted than are deleted. */
function findOldestEvents(db: Database, before: Date, maxDeliveries: number): number[] {
  const eventIDs: number[] = [];
  let left = maxDeliveries;
  for (const event of eventsByAgeQuery.iterate(db, { before: before.getTime() })) {
    eventIDs.push(event.id);
    left -= event.deliveryCount;
    if (left <= 0) break;
  }
  return eventIDs;
}

const remindersQuery = prepareQuery((queries, { kind, after }: Placeholders<{ kind: string; after: number }>) =>
  queries
    .select()
    .from(reminders)
    .where(and(eq(reminders.kind, kind), gt(reminders.dueAt, after))),
);

/** Recorded reminders of one kind that were due after this instant. */
export const findReminders = (db: Database, kind: string, after: Date): ReminderRow[] =>
  // A placeholder is not converted as the column's values are.
  remindersQuery.all(db, { kind, after: after.getTime() });

/** Records what became of a reminder, in place of what was recorded before. */
export function saveReminder(db: Transaction, row: ReminderRow): void {
  db.queries
    .insert(reminders)
    .values(row)
    .onConflictDoUpdate({ target: [reminders.kind, reminders.dueAt, reminders.subjectID], set: row })
    .run();
}
