import { desc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { borrowedAvatars, type ProfileEditRow, profileEdits } from './tables.ts';

const borrowedAvatarQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(borrowedAvatars).where(eq(borrowedAvatars.userID, userID)),
);
const profileEditsQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries
    .select()
    .from(profileEdits)
    .where(eq(profileEdits.userID, userID))
    .orderBy(desc(profileEdits.createdAt), desc(sql`rowid`)),
);

/** Whether the account's avatar was chosen by the name of a picture that may belong to another user. */
export const hasBorrowedAvatar = (db: Database, userID: string): boolean =>
  borrowedAvatarQuery.get(db, { userID }) !== undefined;

/** Saves the value for `hasBorrowedAvatar`. */
export function setBorrowedAvatar(db: Transaction, userID: string, isBorrowed: boolean): void {
  if (isBorrowed) db.queries.insert(borrowedAvatars).values({ userID }).onConflictDoNothing().run();
  else db.queries.delete(borrowedAvatars).where(eq(borrowedAvatars.userID, userID)).run();
}

/** Adds an entry to a profile's edit history. */
export function insertProfileEdit(db: Transaction, row: typeof profileEdits.$inferInsert): void {
  db.queries.insert(profileEdits).values(row).run();
}

/** Newest first. */
export const listProfileEditRows = (db: Database, userID: string): ProfileEditRow[] =>
  profileEditsQuery.all(db, { userID });
