import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { userFavorites, userMutes } from '../tables.ts';

const mutedQuery = statement((queries) =>
  queries
    .select({ id: userMutes.mutedID })
    .from(userMutes)
    .where(eq(userMutes.userID, sql.placeholder('userID')))
    .prepare(),
);
const favoritesQuery = statement((queries) =>
  queries
    .select({ id: userFavorites.favoriteID })
    .from(userFavorites)
    .where(eq(userFavorites.userID, sql.placeholder('userID')))
    .prepare(),
);
const favorersQuery = statement((queries) =>
  queries
    .select({ id: userFavorites.userID })
    .from(userFavorites)
    .where(eq(userFavorites.favoriteID, sql.placeholder('userID')))
    .prepare(),
);

const collectIDs = (rows: readonly { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id));

export const findMuted = (db: Database, userID: string): Set<string> => collectIDs(mutedQuery(db).all({ userID }));
export const findFavorites = (db: Database, userID: string): Set<string> =>
  collectIDs(favoritesQuery(db).all({ userID }));
/** Who has made this account a favorite. */
export const findFavorers = (db: Database, userID: string): Set<string> =>
  collectIDs(favorersQuery(db).all({ userID }));

export function insertMute(db: Database, row: typeof userMutes.$inferInsert): void {
  db.queries.insert(userMutes).values(row).onConflictDoNothing().run();
}

export function deleteMute(db: Database, userID: string, mutedID: string): void {
  db.queries
    .delete(userMutes)
    .where(and(eq(userMutes.userID, userID), eq(userMutes.mutedID, mutedID)))
    .run();
}

export function insertFavorite(db: Database, row: typeof userFavorites.$inferInsert): void {
  db.queries.insert(userFavorites).values(row).onConflictDoNothing().run();
}

export function deleteFavorite(db: Database, userID: string, favoriteID: string): void {
  db.queries
    .delete(userFavorites)
    .where(and(eq(userFavorites.userID, userID), eq(userFavorites.favoriteID, favoriteID)))
    .run();
}
