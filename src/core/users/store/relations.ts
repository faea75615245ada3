import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { userFavorites, userMutes } from '../tables.ts';

const mutedQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string }>) =>
  queries.select({ id: userMutes.mutedID }).from(userMutes).where(eq(userMutes.userID, parameters.userID)),
);
const favoritesQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string }>) =>
  queries
    .select({ id: userFavorites.favoriteID })
    .from(userFavorites)
    .where(eq(userFavorites.userID, parameters.userID)),
);
const favorersQuery = prepareQuery((queries, parameters: Placeholders<{ userID: string }>) =>
  queries
    .select({ id: userFavorites.userID })
    .from(userFavorites)
    .where(eq(userFavorites.favoriteID, parameters.userID)),
);

const collectIDs = (rows: readonly { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id));

export const findMuted = (db: Database, userID: string): Set<string> => collectIDs(mutedQuery.all(db, { userID }));
export const findFavorites = (db: Database, userID: string): Set<string> =>
  collectIDs(favoritesQuery.all(db, { userID }));
/** Who has made this account a favorite. */
export const findFavorers = (db: Database, userID: string): Set<string> =>
  collectIDs(favorersQuery.all(db, { userID }));

export function insertMute(db: Transaction, row: typeof userMutes.$inferInsert): void {
  db.queries.insert(userMutes).values(row).onConflictDoNothing().run();
}

export function deleteMute(db: Transaction, userID: string, mutedID: string): void {
  db.queries
    .delete(userMutes)
    .where(and(eq(userMutes.userID, userID), eq(userMutes.mutedID, mutedID)))
    .run();
}

export function insertFavorite(db: Transaction, row: typeof userFavorites.$inferInsert): void {
  db.queries.insert(userFavorites).values(row).onConflictDoNothing().run();
}

export function deleteFavorite(db: Transaction, userID: string, favoriteID: string): void {
  db.queries
    .delete(userFavorites)
    .where(and(eq(userFavorites.userID, userID), eq(userFavorites.favoriteID, favoriteID)))
    .run();
}
