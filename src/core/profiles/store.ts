import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { borrowedAvatars, type ProfileEditRow, profileEdits } from './tables.ts';

const borrowedAvatarQuery = statement((queries) =>
  queries
    .select()
    .from(borrowedAvatars)
    .where(eq(borrowedAvatars.userID, sql.placeholder('userID')))
    .prepare(),
);

export const hasBorrowedAvatar = (db: Database, userID: string): boolean =>
  borrowedAvatarQuery(db).get({ userID }) !== undefined;

export function setBorrowedAvatar(db: Database, userID: string, isBorrowed: boolean): void {
  if (isBorrowed) db.queries.insert(borrowedAvatars).values({ userID }).onConflictDoNothing().run();
  else db.queries.delete(borrowedAvatars).where(eq(borrowedAvatars.userID, userID)).run();
}

export function insertProfileEdit(db: Database, row: typeof profileEdits.$inferInsert): void {
  db.queries.insert(profileEdits).values(row).run();
}

/** Newest first. */
export function findProfileEditRows(db: Database, userID: string): ProfileEditRow[] {
  return db.queries
    .select()
    .from(profileEdits)
    .where(eq(profileEdits.userID, userID))
    .orderBy(desc(profileEdits.createdAt), desc(sql`rowid`))
    .all();
}
