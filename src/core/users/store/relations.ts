import { and, eq, inArray, sql } from 'drizzle-orm';
import { accessLevels, isAtLeast } from '#contract/access.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import { userBlocks, userFavorites, userMutes, users } from '../tables.ts';

const collectIDs = (rows: readonly { id: string }[]): Set<string> => new Set(rows.map(({ id }) => id));

const blockedByFamilyQuery = prepareQuery((queries, { familyID }: Placeholders<{ familyID: string }>) =>
  queries
    .select({ id: users.id, familyID: users.familyID })
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedID))
    .where(eq(userBlocks.familyID, familyID)),
);
const blockersOfFamilyQuery = prepareQuery((queries, { familyID }: Placeholders<{ familyID: string }>) =>
  queries
    .select({ familyID: userBlocks.familyID })
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedID))
    .where(eq(users.familyID, familyID)),
);

/** Returns exactly the accounts that the family has blocked by name. */
export const listBlockedUserIDs = (db: Database, familyID: string): Set<string> =>
  collectIDs(blockedByFamilyQuery.all(db, { familyID }));

/** Returns families that are hidden from this family, and vice versa. */
export function listBlockedFamilies(db: Database, familyID: string): Set<string> {
  const rows = [...blockedByFamilyQuery.all(db, { familyID }), ...blockersOfFamilyQuery.all(db, { familyID })];
  return new Set(rows.map((row) => row.familyID));
}

const nonModeratorLevels = accessLevels.filter((level) => !isAtLeast(level, 'moderator'));

const nonModeratorsQuery = prepareQuery((queries, { familyIDs }: Placeholders<{ familyIDs: string }>) =>
  queries
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.familyID} IN ${selectValues(familyIDs)}`, inArray(users.accessLevel, nonModeratorLevels))),
);

/** Lists accounts of these families that a block can hide: moderators and above are always visible. */
export function listNonModeratorIDs(db: Database, familyIDs: readonly string[]): string[] {
  if (familyIDs.length === 0) return [];
  return nonModeratorsQuery.all(db, { familyIDs: JSON.stringify(familyIDs) }).map(({ id }) => id);
}

/** Inserts an account that isn't on the family's list. */
export function insertBlock(db: Transaction, row: typeof userBlocks.$inferInsert): void {
  db.queries.insert(userBlocks).values(row).run();
}

/** Returns whether the account was on the list. */
export function deleteBlock(db: Transaction, familyID: string, blockedID: string): boolean {
  const isEntry = and(eq(userBlocks.familyID, familyID), eq(userBlocks.blockedID, blockedID));
  return db.queries.delete(userBlocks).where(isEntry).run().changes === 1;
}

const mutedQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select({ id: userMutes.mutedID }).from(userMutes).where(eq(userMutes.userID, userID)),
);
const favoritesQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select({ id: userFavorites.favoriteID }).from(userFavorites).where(eq(userFavorites.userID, userID)),
);
const favoritedByQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select({ id: userFavorites.userID }).from(userFavorites).where(eq(userFavorites.favoriteID, userID)),
);

const mutersQuery = prepareQuery((queries, { mutedID }: Placeholders<{ mutedID: string }>) =>
  queries.select({ id: userMutes.userID }).from(userMutes).where(eq(userMutes.mutedID, mutedID)),
);

/** Returns the accounts that have muted this account. */
export const listMuterIDs = (db: Database, mutedID: string): Set<string> =>
  collectIDs(mutersQuery.all(db, { mutedID }));

/** Loads the accounts this account has muted, for the cache. */
export const loadMutedUserIDs = (db: Database, userID: string): Set<string> =>
  collectIDs(mutedQuery.all(db, { userID }));
/** Loads the favorites of this account. */
export const loadFavoriteUserIDs = (db: Database, userID: string): Set<string> =>
  collectIDs(favoritesQuery.all(db, { userID }));
/** Returns the accounts that have made this account a favorite. */
export const listFavorerIDs = (db: Database, userID: string): Set<string> =>
  collectIDs(favoritedByQuery.all(db, { userID }));

/** Inserts a mute unless it exists. */
export function insertMute(db: Transaction, row: typeof userMutes.$inferInsert): void {
  db.queries.insert(userMutes).values(row).onConflictDoNothing().run();
}

/** Deletes a mute if it exists. */
export function deleteMute(db: Transaction, userID: string, mutedID: string): void {
  const isMute = and(eq(userMutes.userID, userID), eq(userMutes.mutedID, mutedID));
  db.queries.delete(userMutes).where(isMute).run();
}

/** Inserts a favorite unless it exists. */
export function insertFavorite(db: Transaction, row: typeof userFavorites.$inferInsert): void {
  db.queries.insert(userFavorites).values(row).onConflictDoNothing().run();
}

/** Deletes a favorite if it exists. */
export function deleteFavorite(db: Transaction, userID: string, favoriteID: string): void {
  const isFavorite = and(eq(userFavorites.userID, userID), eq(userFavorites.favoriteID, favoriteID));
  db.queries.delete(userFavorites).where(isFavorite).run();
}
