import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { idempotentResponses } from './tables.ts';

const responseByKeyQuery = prepareQuery((queries, { userID, key }: Placeholders<{ userID: string; key: string }>) =>
  queries
    .select()
    .from(idempotentResponses)
    .where(and(eq(idempotentResponses.userID, userID), eq(idempotentResponses.key, key))),
);

/** The response to the user's call with this key, however old it is. */
export const findResponse = (db: Database, userID: string, key: string) => responseByKeyQuery.get(db, { userID, key });

/** Stores a response, in place of an expired one. */
export function saveResponse(db: Transaction, row: typeof idempotentResponses.$inferInsert): void {
  db.queries
    .insert(idempotentResponses)
    .values(row)
    .onConflictDoUpdate({ target: [idempotentResponses.userID, idempotentResponses.key], set: row })
    .run();
}

/** Deletes at most `max` responses from before this instant; tells whether there were any. */
export function deleteResponsesBefore(db: Transaction, instant: Date, max: number): boolean {
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
