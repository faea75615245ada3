import { and, eq } from 'drizzle-orm';
import type { UserRole } from '#contract/access.ts';
import type { Database } from '#db/open.ts';
import { userRolesHeld } from '../tables.ts';

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
