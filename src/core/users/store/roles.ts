import { and, eq } from 'drizzle-orm';
import type { UserRole } from '#contract/access.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { userRolesHeld } from '../tables.ts';

const rolesQuery = prepareQuery((queries, parameters: Placeholders<{ id: string }>) =>
  queries.select({ role: userRolesHeld.role }).from(userRolesHeld).where(eq(userRolesHeld.userID, parameters.id)),
);

export const findRoles = (db: Database, id: string): Set<UserRole> =>
  new Set(rolesQuery.all(db, { id }).map(({ role }) => role));

/** Gives what tells the roles of each account. */
export function findAllRoles(db: Database): (userID: string) => Set<UserRole> {
  const held = Map.groupBy(db.queries.select().from(userRolesHeld).all(), ({ userID }) => userID);
  return (userID) => new Set((held.get(userID) ?? []).map(({ role }) => role));
}

/** False when the account has the role already. */
export function insertRole(db: Transaction, userID: string, role: UserRole): boolean {
  return db.queries.insert(userRolesHeld).values({ userID, role }).onConflictDoNothing().run().changes === 1;
}

export function deleteRole(db: Transaction, userID: string, role: UserRole): void {
  db.queries
    .delete(userRolesHeld)
    .where(and(eq(userRolesHeld.userID, userID), eq(userRolesHeld.role, role)))
    .run();
}
