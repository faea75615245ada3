import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { moderatorChats } from '../tables.ts';

const chatQuery = prepareQuery((queries, { authorID }: Placeholders<{ authorID: string }>) =>
  queries.select().from(moderatorChats).where(eq(moderatorChats.authorID, authorID)),
);

/** Returns the id of the chat in which moderators write to this author. */
export const findModeratorChat = (db: Database, authorID: string): string | undefined =>
  chatQuery.get(db, { authorID })?.fezID;

/** Stores the chat in which moderators write to this author from now on. */
export function saveModeratorChat(db: Transaction, authorID: string, fezID: string): void {
  const target = moderatorChats.authorID;
  db.queries.insert(moderatorChats).values({ authorID, fezID }).onConflictDoUpdate({ target, set: { fezID } }).run();
}
