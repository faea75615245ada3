import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { retryAnswers } from './tables.ts';

const answerByKey = statement((queries) =>
  queries
    .select()
    .from(retryAnswers)
    .where(and(eq(retryAnswers.userID, sql.placeholder('userID')), eq(retryAnswers.key, sql.placeholder('key'))))
    .prepare(),
);

export const findAnswer = (db: Database, userID: string, key: string) => answerByKey(db).get({ userID, key });

/** Takes the place of an answer that has ended. */
export function insertAnswer(db: Database, row: typeof retryAnswers.$inferInsert): void {
  db.queries
    .insert(retryAnswers)
    .values(row)
    .onConflictDoUpdate({ target: [retryAnswers.userID, retryAnswers.key], set: row })
    .run();
}

/** Deletes so many of those from before this instant; tells whether there were any. */
export function deleteAnswersBefore(db: Database, instant: Date, most: number): boolean {
  const old = db.queries.select({ row: sql`rowid` }).from(retryAnswers).where(lt(retryAnswers.createdAt, instant));
  return (
    db.queries
      .delete(retryAnswers)
      .where(sql`rowid IN (${old.limit(most)})`)
      .run().changes > 0
  );
}
