import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import {
  type Placeholders,
  prepareQuery,
  prepareQueryText,
  prepareWrite,
  prepareWriteText,
  readAll,
} from '#db/prepared.ts';
import { liveDeliveries, liveFrames, livePositions, type ReminderRow, reminders } from './tables.ts';

const insertEventQuery = prepareWrite(
  (queries, parameters: Placeholders<{ topic: string; kind: string; subjectID: string; createdAt: Date }>) =>
    queries
      .insert(liveFrames)
      .values({
        topic: parameters.topic,
        kind: parameters.kind,
        subjectID: parameters.subjectID,
        createdAt: parameters.createdAt,
      })
      .returning({ id: liveFrames.id }),
);

export const insertEvent = (db: Transaction, row: Omit<typeof liveFrames.$inferInsert, 'id'>): number =>
  insertEventQuery.get(db, row).id;

const nextNumbersQuery = prepareWriteText<{ userIDs: string }>(`
    INSERT INTO live_positions (user_id, newest) SELECT value, 1 FROM json_each(:userIDs) WHERE true
    ON CONFLICT (user_id) DO UPDATE SET newest = newest + 1`);

const insertDeliveriesQuery = prepareWriteText<
  { frameID: number; userIDs: string },
  { user_id: string; number: number }
>(`
    INSERT INTO live_deliveries (user_id, number, frame_id)
    SELECT user_id, newest, :frameID FROM live_positions WHERE user_id IN (SELECT value FROM json_each(:userIDs))
    RETURNING user_id, number`);

/** Gives every one of these users the frame under their next number. Gives the numbers by user. */
export function insertDeliveries(db: Transaction, frameID: number, userIDs: readonly string[]): Map<string, number> {
  const parameters = { frameID, userIDs: JSON.stringify(userIDs) };
  nextNumbersQuery.run(db, parameters);
  const delivered = insertDeliveriesQuery.all(db, parameters);
  return new Map(delivered.map((row) => [row.user_id, row.number]));
}

const positionQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string }>) =>
  queries.select().from(livePositions).where(eq(livePositions.userID, parameters.userID)),
);

export function findPosition(db: Database, userID: string): { newest: number; forgotten: number } {
  return positionQuery.get(db, { userID }) ?? { newest: 0, forgotten: 0 };
}

/** Frames of one topic that the user was sent after this number, oldest first and at most so many. */
export function findEventsAfter(db: Database, userID: string, topic: string, number: number, max: number) {
  return db.queries
    .select({ number: liveDeliveries.number, kind: liveFrames.kind, subjectID: liveFrames.subjectID })
    .from(liveDeliveries)
    .innerJoin(liveFrames, eq(liveFrames.id, liveDeliveries.frameID))
    .where(and(eq(liveDeliveries.userID, userID), gt(liveDeliveries.number, number), eq(liveFrames.topic, topic)))
    .orderBy(asc(liveDeliveries.number))
    .limit(max)
    .all();
}

/** Users with a frame of a greater number than their newest is said to have. */
const wrongPositions = sql`
  SELECT user_id AS userID, coalesce(newest, 0) AS newest, greatest
  FROM (SELECT user_id, max(number) AS greatest FROM ${liveDeliveries} GROUP BY user_id)
  LEFT JOIN ${livePositions} USING (user_id) WHERE coalesce(newest, 0) < greatest`;

export const findWrongPositions = (db: Database): { userID: string; newest: number; greatest: number }[] =>
  readAll(db, wrongPositions);

export function repairPositions(db: Transaction): void {
  db.queries.run(sql`
    INSERT INTO ${livePositions} (user_id, newest) SELECT userID, greatest FROM (${wrongPositions}) WHERE true
    ON CONFLICT (user_id) DO UPDATE SET newest = excluded.newest`);
}

/**
 * Deletes the oldest of the frames from before this, as many as have so many deliveries, and notes for each user how far
 * the numbers are gone. Tells whether there were any.
 */
export function deleteOldestEvents(db: Transaction, before: Date, deliveries: number): boolean {
  const frameIDs = findOldestEvents(db, before, deliveries);
  const frames = sql`json_each(${JSON.stringify(frameIDs)}) AS frames`;
  // The join is made in the order written: from few frames to their deliveries.
  db.queries.run(sql`
    UPDATE ${livePositions} SET forgotten = max(forgotten, gone.number) FROM (
      SELECT user_id, max(number) AS number FROM ${frames} CROSS JOIN ${liveDeliveries} ON frame_id = frames.value
      GROUP BY user_id) AS gone
    WHERE live_positions.user_id = gone.user_id`);
  db.queries.run(sql`DELETE FROM ${liveFrames} WHERE id IN (SELECT value FROM ${frames})`);
  return frameIDs.length > 0;
}

const eventsByAgeQuery = prepareQueryText<{ before: number }, { id: number; deliveries: number }>(`
    SELECT id, (SELECT count(*) FROM live_deliveries WHERE frame_id = live_frames.id) AS deliveries
    FROM live_frames WHERE created_at < :before ORDER BY created_at`);

/** Asks for one frame after the other, and counts the deliveries of no more than it gives. */
function findOldestEvents(db: Database, before: Date, deliveries: number): number[] {
  const frameIDs: number[] = [];
  let left = deliveries;
  for (const frame of eventsByAgeQuery.iterate(db, { before: before.getTime() })) {
    frameIDs.push(frame.id);
    left -= frame.deliveries;
    if (left <= 0) break;
  }
  return frameIDs;
}

/** Reminders of one kind that are noted and were due after this instant. */
export function findReminders(db: Database, kind: string, after: Date): ReminderRow[] {
  return db.queries
    .select()
    .from(reminders)
    .where(and(eq(reminders.kind, kind), gt(reminders.dueAt, after)))
    .all();
}

/** Takes the place of what was noted of it before. */
export function saveReminder(db: Transaction, row: ReminderRow): void {
  db.queries
    .insert(reminders)
    .values(row)
    .onConflictDoUpdate({ target: [reminders.kind, reminders.dueAt, reminders.subjectID], set: row })
    .run();
}
