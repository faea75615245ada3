import { and, eq, inArray, sql } from 'drizzle-orm';
import { accessLevels, isAtLeast } from '#contract/access.ts';
import { selectValues } from '#db/json-list.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { userBlocks, users } from '../tables.ts';

const blockedByFamilyQuery = statement((queries) =>
  queries
    .select({ id: users.id, familyID: users.familyID })
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedID))
    .where(eq(userBlocks.familyID, sql.placeholder('familyID')))
    .prepare(),
);
const blockersQuery = statement((queries) =>
  queries
    .select({ familyID: userBlocks.familyID })
    .from(userBlocks)
    .innerJoin(users, eq(users.id, userBlocks.blockedID))
    .where(eq(users.familyID, sql.placeholder('familyID')))
    .prepare(),
);

/** Exactly the accounts that somebody of the family has named. */
export const findBlockList = (db: Database, familyID: string): Set<string> =>
  new Set(
    blockedByFamilyQuery(db)
      .all({ familyID })
      .map(({ id }) => id),
  );

/** Families that do not see this family, nor are seen by it. */
export function findBlockedFamilies(db: Database, familyID: string): Set<string> {
  const rows = [...blockedByFamilyQuery(db).all({ familyID }), ...blockersQuery(db).all({ familyID })];
  return new Set(rows.map((row) => row.familyID));
}

const hideableLevels = accessLevels.filter((level) => !isAtLeast(level, 'moderator'));

const hideableAccountsQuery = statement((queries) =>
  queries
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        sql`${users.familyID} IN ${selectValues(sql.placeholder('familyIDs'))}`,
        inArray(users.accessLevel, hideableLevels),
      ),
    )
    .prepare(),
);

/** Accounts of these families that a block can hide: moderators and above are always seen. */
export function findHideableAccounts(db: Database, familyIDs: readonly string[]): string[] {
  if (familyIDs.length === 0) return [];
  const rows = hideableAccountsQuery(db).all({ familyIDs: JSON.stringify(familyIDs) });
  return rows.map(({ id }) => id);
}

export function insertBlock(db: Database, row: typeof userBlocks.$inferInsert): void {
  db.queries.insert(userBlocks).values(row).run();
}

/** Tells whether the account was on the list. */
export function deleteBlock(db: Database, familyID: string, blockedID: string): boolean {
  const isEntry = and(eq(userBlocks.familyID, familyID), eq(userBlocks.blockedID, blockedID));
  return db.queries.delete(userBlocks).where(isEntry).run().changes === 1;
}
