import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { liveDeliveries, liveFrames, livePositions, type ReminderRow, reminders } from './tables.ts';

const insertEventQuery = statement((queries) =>
  queries
    .insert(liveFrames)
    .values({
      topic: sql.placeholder('topic'),
      kind: sql.placeholder('kind'),
      subjectID: sql.placeholder('subjectID'),
      createdAt: sql.placeholder('createdAt'),
    })
    .returning({ id: liveFrames.id })
    .prepare(),
);

export const insertEvent = (db: Database, row: Omit<typeof liveFrames.$inferInsert, 'id'>): number =>
  insertEventQuery(db).get(row).id;

const nextNumbersQuery = statement((_queries, sqlite) =>
  sqlite.prepare<[string]>(`
    INSERT INTO live_positions (user_id, newest) SELECT value, 1 FROM json_each(?) WHERE true
    ON CONFLICT (user_id) DO UPDATE SET newest = newest + 1`),
);

const insertDeliveriesQuery = statement((_queries, sqlite) =>
  sqlite.prepare<[number, string], { user_id: string; number: number }>(`
    INSERT INTO live_deliveries (user_id, number, frame_id)
    SELECT user_id, newest, ? FROM live_positions WHERE user_id IN (SELECT value FROM json_each(?))
    RETURNING user_id, number`),
);

/** Gives every one of these users the frame under their next number. Gives the numbers by user. */
export function insertDeliveries(db: Database, frameID: number, userIDs: readonly string[]): Map<string, number> {
  const recipients = JSON.stringify(userIDs);
  nextNumbersQuery(db).run(recipients);
  const delivered = insertDeliveriesQuery(db).all(frameID, recipients);
  return new Map(delivered.map((row) => [row.user_id, row.number]));
}

const positionQuery = statement((queries) =>
  queries
    .select()
    .from(livePositions)
    .where(eq(livePositions.userID, sql.placeholder('userID')))
    .prepare(),
);

export function findPosition(db: Database, userID: string): { newest: number; forgotten: number } {
  return positionQuery(db).get({ userID }) ?? { newest: 0, forgotten: 0 };
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
  db.queries.all(wrongPositions);

export function repairPositions(db: Database): void {
  db.queries.run(sql`
    INSERT INTO ${livePositions} (user_id, newest) SELECT userID, greatest FROM (${wrongPositions}) WHERE true
    ON CONFLICT (user_id) DO UPDATE SET newest = excluded.newest`);
}

/**
 * Deletes the oldest of the frames from before this, as many as have so many deliveries, and notes for each user how far
 * the numbers are gone. Tells whether there were any.
 */
export function deleteOldestEvents(db: Database, before: Date, deliveries: number): boolean {
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

const eventsByAgeQuery = statement((_queries, sqlite) =>
  sqlite.prepare<[number], { id: number; deliveries: number }>(`
    SELECT id, (SELECT count(*) FROM live_deliveries WHERE frame_id = live_frames.id) AS deliveries
    FROM live_frames WHERE created_at < ? ORDER BY created_at`),
);

/** Asks for one frame after the other, and counts the deliveries of no more than it gives. */
function findOldestEvents(db: Database, before: Date, deliveries: number): number[] {
  const frameIDs: number[] = [];
  let left = deliveries;
  for (const frame of eventsByAgeQuery(db).iterate(before.getTime())) {
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
export function saveReminder(db: Database, row: ReminderRow): void {
  db.queries
    .insert(reminders)
    .values(row)
    .onConflictDoUpdate({ target: [reminders.kind, reminders.dueAt, reminders.subjectID], set: row })
    .run();
}
