import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { liveDeliveries, liveFrames, livePositions, type ReminderRow, reminders } from './tables.ts';

export function insertFrame(db: Database, row: Omit<typeof liveFrames.$inferInsert, 'id'>): number {
  return db.queries.insert(liveFrames).values(row).returning({ id: liveFrames.id }).get().id;
}

/** Gives every one of these users the frame under their next number. Gives the numbers by user. */
export function insertDeliveries(db: Database, frameID: number, userIDs: readonly string[]): Map<string, number> {
  const recipients = sql`(SELECT value FROM json_each(${JSON.stringify(userIDs)}))`;
  db.queries.run(sql`
    INSERT INTO ${livePositions} (user_id, newest) SELECT value, 1 FROM json_each(${JSON.stringify(userIDs)}) WHERE true
    ON CONFLICT (user_id) DO UPDATE SET newest = newest + 1`);
  const delivered = db.queries.all<{ user_id: string; number: number }>(sql`
    INSERT INTO ${liveDeliveries} (user_id, number, frame_id)
    SELECT user_id, newest, ${frameID} FROM ${livePositions} WHERE user_id IN ${recipients}
    RETURNING user_id, number`);
  return new Map(delivered.map((row) => [row.user_id, row.number]));
}

const position = statement((queries) =>
  queries
    .select()
    .from(livePositions)
    .where(eq(livePositions.userID, sql.placeholder('userID')))
    .prepare(),
);

export function findPosition(db: Database, userID: string): { newest: number; forgotten: number } {
  return position(db).get({ userID }) ?? { newest: 0, forgotten: 0 };
}

/** Frames of one topic that the user was sent after this number, oldest first and at most so many. */
export function findFramesAfter(db: Database, userID: string, topic: string, number: number, most: number) {
  return db.queries
    .select({ number: liveDeliveries.number, kind: liveFrames.kind, subjectID: liveFrames.subjectID })
    .from(liveDeliveries)
    .innerJoin(liveFrames, eq(liveFrames.id, liveDeliveries.frameID))
    .where(and(eq(liveDeliveries.userID, userID), gt(liveDeliveries.number, number), eq(liveFrames.topic, topic)))
    .orderBy(asc(liveDeliveries.number))
    .limit(most)
    .all();
}

const greatestNumber = sql`
  (SELECT coalesce(max(number), 0) FROM ${liveDeliveries} WHERE ${liveDeliveries.userID} = ${livePositions.userID})`;

/** Users of whom a frame has a greater number than the newest is said to have. */
export function findWrongPositions(db: Database): { userID: string; newest: number; greatest: number }[] {
  return db.queries
    .select({ userID: livePositions.userID, newest: livePositions.newest, greatest: sql<number>`${greatestNumber}` })
    .from(livePositions)
    .where(sql`${livePositions.newest} < ${greatestNumber}`)
    .all();
}

export function mendPositions(db: Database): void {
  db.queries
    .update(livePositions)
    .set({ newest: sql`max(newest, ${greatestNumber})` })
    .run();
}

/** Deletes frames older than this, noting for each user how far the numbers are gone. */
export function deleteFramesBefore(db: Database, before: Date): void {
  const gone = sql`
    SELECT user_id, max(number) AS number FROM ${liveDeliveries} JOIN ${liveFrames} ON live_frames.id = frame_id
    WHERE created_at < ${before.getTime()} GROUP BY user_id`;
  db.queries.run(sql`
    UPDATE ${livePositions} SET forgotten = gone.number FROM (${gone}) AS gone WHERE live_positions.user_id = gone.user_id`);
  db.queries.delete(liveFrames).where(lt(liveFrames.createdAt, before)).run();
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
export function noteReminder(db: Database, row: ReminderRow): void {
  db.queries
    .insert(reminders)
    .values(row)
    .onConflictDoUpdate({ target: [reminders.kind, reminders.dueAt, reminders.subjectID], set: row })
    .run();
}
