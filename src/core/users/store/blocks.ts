import { and, eq, inArray, sql } from 'drizzle-orm';
import { accessLevels, isAtLeast } from '#contract/access.ts';
import { selectValues } from '#db/json-list.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { userBlocks, users } from '../tables.ts';

const blockedByFamilyQuery = prepareQuery((queries, parameters: Placeholders<{ familyID: string }>) =>
  queries
    .select({ id: users.id, familyID: users.familyID })
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedID))
    .where(eq(userBlocks.familyID, parameters.familyID)),
);
const blockersQuery = prepareQuery((queries, parameters: Placeholders<{ familyID: string }>) =>
  queries
    .select({ familyID: userBlocks.familyID })
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedID))
    .where(eq(users.familyID, parameters.familyID)),
);

/** Exactly the accounts that somebody of the family has named. */
export const findBlockList = (db: Database, familyID: string): Set<string> =>
  new Set(blockedByFamilyQuery.all(db, { familyID }).map(({ id }) => id));

/** Families that do not see this family, nor are seen by it. */
export function findBlockedFamilies(db: Database, familyID: string): Set<string> {
  const rows = [...blockedByFamilyQuery.all(db, { familyID }), ...blockersQuery.all(db, { familyID })];
  return new Set(rows.map((row) => row.familyID));
}

const hideableLevels = accessLevels.filter((level) => !isAtLeast(level, 'moderator'));

const hideableAccountsQuery = prepareQuery((queries, parameters: Placeholders<{ familyIDs: string }>) =>
  queries
    .select({ id: users.id })
    .from(users)
    .where(
      and(sql`${users.familyID} IN ${selectValues(parameters.familyIDs)}`, inArray(users.accessLevel, hideableLevels)),
    ),
);

/** Accounts of these families that a block can hide: moderators and above are always seen. */
export function findHideableAccounts(db: Database, familyIDs: readonly string[]): string[] {
  if (familyIDs.length === 0) return [];
  const rows = hideableAccountsQuery.all(db, { familyIDs: JSON.stringify(familyIDs) });
  return rows.map(({ id }) => id);
}

export function insertBlock(db: Transaction, row: typeof userBlocks.$inferInsert): void {
  db.queries.insert(userBlocks).values(row).run();
}

/** Tells whether the account was on the list. */
export function deleteBlock(db: Transaction, familyID: string, blockedID: string): boolean {
  const isEntry = and(eq(userBlocks.familyID, familyID), eq(userBlocks.blockedID, blockedID));
  return db.queries.delete(userBlocks).where(isEntry).run().changes === 1;
}
