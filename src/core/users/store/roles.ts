import { and, eq, sql } from 'drizzle-orm';
import type { UserRole } from '#contract/access.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { userRolesHeld } from '../tables.ts';

const rolesQuery = statement((queries) =>
  queries
    .select({ role: userRolesHeld.role })
    .from(userRolesHeld)
    .where(eq(userRolesHeld.userID, sql.placeholder('id')))
    .prepare(),
);

export const findRoles = (db: Database, id: string): Set<UserRole> =>
  new Set(
    rolesQuery(db)
      .all({ id })
      .map(({ role }) => role),
  );

/** Gives what tells the roles of each account. */
export function findAllRoles(db: Database): (userID: string) => Set<UserRole> {
  const held = Map.groupBy(db.queries.select().from(userRolesHeld).all(), ({ userID }) => userID);
  return (userID) => new Set((held.get(userID) ?? []).map(({ role }) => role));
}

/** False when the account has the role already. */
export function insertRole(db: Database, userID: string, role: UserRole): boolean {
  return db.queries.insert(userRolesHeld).values({ userID, role }).onConflictDoNothing().run().changes === 1;
}

export function deleteRole(db: Database, userID: string, role: UserRole): void {
  db.queries
    .delete(userRolesHeld)
    .where(and(eq(userRolesHeld.userID, userID), eq(userRolesHeld.role, role)))
    .run();
}
