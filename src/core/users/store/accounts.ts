import { eq, sql } from 'drizzle-orm';
import type { UserRole } from '#contract/access.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import type { User } from '../people.ts';
import { type UserRow, users } from '../tables.ts';
import { findAllRoles, findRoles } from './roles.ts';

const userByIDQuery = statement((queries) =>
  queries
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);
const userByKeyQuery = statement((queries) =>
  queries
    .select()
    .from(users)
    .where(eq(users.usernameKey, sql.placeholder('key')))
    .prepare(),
);
const familyQuery = statement((queries) =>
  queries
    .select()
    .from(users)
    .where(eq(users.familyID, sql.placeholder('familyID')))
    .orderBy(sql`${users.id} = ${users.familyID} DESC`, users.createdAt, users.id)
    .prepare(),
);

export const foldUsername = (username: string): string => username.toLowerCase();

export const findUserRow = (db: Database, id: string): UserRow | undefined => userByIDQuery(db).get({ id });

/** Finds an account by its name in any letter case. */
export const findUserRowByName = (db: Database, username: string): UserRow | undefined =>
  userByKeyQuery(db).get({ key: foldUsername(username) });

/** All accounts of a family, the primary one first. */
export const listFamily = (db: Database, familyID: string): UserRow[] => familyQuery(db).all({ familyID });

/** What a person is made of; the texts of the profile are many times as long. */
const userColumns = {
  id: users.id,
  username: users.username,
  familyID: users.familyID,
  accessLevel: users.accessLevel,
  quarantinedUntil: users.quarantinedUntil,
  displayName: users.displayName,
  userImage: users.userImage,
  preferredPronoun: users.preferredPronoun,
  userSearch: users.userSearch,
  profileState: users.profileState,
};
const allUsersQuery = statement((queries) =>
  queries.select(userColumns).from(users).orderBy(users.usernameKey).prepare(),
);

function toUser(row: Pick<UserRow, keyof typeof userColumns>, roles: ReadonlySet<UserRole>): User {
  return {
    userID: row.id,
    username: row.username,
    familyID: row.familyID,
    level: row.accessLevel,
    roles,
    quarantinedUntil: row.quarantinedUntil ?? undefined,
    displayName: row.displayName ?? undefined,
    userImage: row.userImage ?? undefined,
    preferredPronoun: row.preferredPronoun ?? undefined,
    userSearch: row.userSearch,
    profileState: row.profileState,
  };
}

export function loadUser(db: Database, userID: string): User | undefined {
  const row = findUserRow(db, userID);
  return row && toUser(row, findRoles(db, userID));
}

/** All accounts, by username. */
export function loadAllUsers(db: Database): User[] {
  const rolesOf = findAllRoles(db);
  return allUsersQuery(db)
    .all()
    .map((row) => toUser(row, rolesOf(row.id)));
}

export function insertUserRow(db: Database, row: typeof users.$inferInsert): void {
  db.queries.insert(users).values(row).run();
}

export function updateUserRow(db: Database, id: string, changes: Partial<Omit<UserRow, 'id' | 'familyID'>>): void {
  db.queries.update(users).set(changes).where(eq(users.id, id)).run();
}
