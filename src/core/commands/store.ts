import { asc, gt, lte } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { commandMessages } from './tables.ts';

/** Maximum number of messages processed at once. */
const maxMessages = 500;

const messagesQuery = prepareQuery((queries, { after }: Placeholders<{ after: number }>) =>
  queries
    .select()
    .from(commandMessages)
    .where(gt(commandMessages.id, after))
    .orderBy(asc(commandMessages.id))
    .limit(maxMessages),
);

/** Lists messages after this one, in order. */
export const findMessages = (db: Database, after: number) => messagesQuery.all(db, { after });

/** Inserts a message. */
export function insertMessage({ queries }: Transaction, row: Omit<typeof commandMessages.$inferInsert, 'id'>): void {
  queries.insert(commandMessages).values(row).run();
}

/** Deletes messages up to and including this one. */
export function deleteMessages({ queries }: Transaction, lastID: number): void {
  queries.delete(commandMessages).where(lte(commandMessages.id, lastID)).run();
}
