import { eq, sql } from 'drizzle-orm';
import type { UserRole } from '#contract/access.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import type { User } from '../directory.ts';
import { type NewUserRow, type UserRow, users } from '../tables.ts';
import { findAllRoles, findRoles } from './roles.ts';

const userByIDQuery = prepareQuery((queries, parameters: Placeholders<{ id: string }>) =>
  queries.select().from(users).where(eq(users.id, parameters.id)),
);
const userByKeyQuery = prepareQuery((queries, parameters: Placeholders<{ key: string }>) =>
  queries.select().from(users).where(eq(users.usernameKey, parameters.key)),
);
const familyQuery = prepareQuery((queries, parameters: Placeholders<{ familyID: string }>) =>
  queries
    .select()
    .from(users)
    .where(eq(users.familyID, parameters.familyID))
    .orderBy(sql`${users.id} = ${users.familyID} DESC`, users.createdAt, users.id),
);

export const foldUsername = (username: string): string => username.toLowerCase();

export const findUserRow = (db: Database, id: string): UserRow | undefined => userByIDQuery.get(db, { id });

/** Finds an account by its name in any letter case. */
export const findUserRowByName = (db: Database, username: string): UserRow | undefined =>
  userByKeyQuery.get(db, { key: foldUsername(username) });

/** All accounts of a family, the primary one first. */
export const listFamily = (db: Database, familyID: string): UserRow[] => familyQuery.all(db, { familyID });

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
/** Is it one of the columns that are cached with each account? */
export const isCachedColumn = (name: string): boolean => Object.hasOwn(userColumns, name);

const allUsersQuery = prepareQuery((queries) => queries.select(userColumns).from(users).orderBy(users.usernameKey));

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
  return allUsersQuery.all(db, {}).map((row) => toUser(row, rolesOf(row.id)));
}

export function insertUserRow(db: Transaction, row: NewUserRow): void {
  db.queries.insert(users).values(row).run();
}

export function updateUserRow(db: Transaction, id: string, changes: Partial<Omit<UserRow, 'id' | 'familyID'>>): void {
  db.queries.update(users).set(changes).where(eq(users.id, id)).run();
}
