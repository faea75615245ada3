import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { idempotentResponses } from './tables.ts';

const responseByKeyQuery = statement((queries) =>
  queries
    .select()
    .from(idempotentResponses)
    .where(
      and(
        eq(idempotentResponses.userID, sql.placeholder('userID')),
        eq(idempotentResponses.key, sql.placeholder('key')),
      ),
    )
    .prepare(),
);

export const findResponse = (db: Database, userID: string, key: string) => responseByKeyQuery(db).get({ userID, key });

/** Takes the place of an answer that has ended. */
export function insertResponse(db: Database, row: typeof idempotentResponses.$inferInsert): void {
  db.queries
    .insert(idempotentResponses)
    .values(row)
    .onConflictDoUpdate({ target: [idempotentResponses.userID, idempotentResponses.key], set: row })
    .run();
}

/** Deletes so many of those from before this instant; tells whether there were any. */
export function deleteResponsesBefore(db: Database, instant: Date, max: number): boolean {
  const old = db.queries
    .select({ row: sql`rowid` })
    .from(idempotentResponses)
    .where(lt(idempotentResponses.createdAt, instant));
  return (
    db.queries
      .delete(idempotentResponses)
      .where(sql`rowid IN (${old.limit(max)})`)
      .run().changes > 0
  );
}
