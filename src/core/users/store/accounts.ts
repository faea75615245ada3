import { and, eq, sql } from 'drizzle-orm';
import type { Source } from '#area/caches.ts';
import type { UserRole } from '#contract/access.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import type { User } from '../directory.ts';
import { type NewUserRow, roleGrants, type UserRow, users } from '../tables.ts';

const userByIDQuery = prepareQuery((queries, { id }: Placeholders<{ id: string }>) =>
  queries.select().from(users).where(eq(users.id, id)),
);
const userByKeyQuery = prepareQuery((queries, { key }: Placeholders<{ key: string }>) =>
  queries.select().from(users).where(eq(users.usernameKey, key)),
);
const familyQuery = prepareQuery((queries, { familyID }: Placeholders<{ familyID: string }>) =>
  queries
    .select()
    .from(users)
    .where(eq(users.familyID, familyID))
    .orderBy(sql`${users.id} = ${users.familyID} DESC`, users.createdAt, users.id),
);

/** Returns the form in which usernames are compared. */
export const foldUsername = (username: string): string => username.toLowerCase();

/** Returns the stored row of an account. */
export const findUserRow = (db: Database, id: string): UserRow | undefined => userByIDQuery.get(db, { id });

/** Finds an account by its name in any letter case. */
export const findUserRowByName = (db: Database, username: string): UserRow | undefined =>
  userByKeyQuery.get(db, { key: foldUsername(username) });

const idsByKeysQuery = prepareQuery((queries, { keys }: Placeholders<{ keys: string }>) =>
  queries
    .select({ id: users.id, key: users.usernameKey })
    .from(users)
    .where(sql`${users.usernameKey} IN ${selectValues(keys)}`),
);

/** Returns the ids of accounts with these names, by name as returned by `foldUsername`. Unknown names are missing. */
export const findUserIDsByNames = (db: Database, keys: Iterable<string>): Map<string, string> =>
  new Map(idsByKeysQuery.all(db, { keys: JSON.stringify([...keys]) }).map(({ id, key }) => [key, id]));

/** Lists all accounts of a family, primary account first. */
export const listFamily = (db: Database, familyID: string): UserRow[] => familyQuery.all(db, { familyID });

/** The columns of a `User`. The profile's texts are many times as long. */
const cachedColumns = {
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
/** The row from which a `User` is built. */
export const userSources: readonly Source[] = [
  { table: users, key: users.id, columns: Object.values(cachedColumns) },
  { table: roleGrants, key: roleGrants.userID },
];

function toUser(row: Pick<UserRow, keyof typeof cachedColumns>, roles: ReadonlySet<UserRole>): User {
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

const rolesQuery = prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
  queries.select().from(roleGrants).where(eq(roleGrants.userID, userID)),
);
const allUsersQuery = prepareQuery((queries) => queries.select(cachedColumns).from(users).orderBy(users.usernameKey));
const allRolesQuery = prepareQuery((queries) => queries.select().from(roleGrants));

const collectRoles = (grants: readonly { role: UserRole }[] = []): Set<UserRole> =>
  new Set(grants.map(({ role }) => role));

/** Returns the roles of an account. */
export const findRoles = (db: Database, userID: string): Set<UserRole> => collectRoles(rolesQuery.all(db, { userID }));

/** Loads one account for the cache. */
export function loadUser(db: Database, userID: string): User | undefined {
  const row = findUserRow(db, userID);
  return row && toUser(row, findRoles(db, userID));
}

const usersByIDsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select(cachedColumns)
    .from(users)
    .where(sql`${users.id} IN ${selectValues(ids)}`),
);
const rolesByIDsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(roleGrants)
    .where(sql`${roleGrants.userID} IN ${selectValues(ids)}`),
);

/** Loads these accounts for the cache, in no particular order. */
export function loadUsers(db: Database, userIDs: readonly string[]): User[] {
  const ids = JSON.stringify(userIDs);
  const grants = Map.groupBy(rolesByIDsQuery.all(db, { ids }), ({ userID }) => userID);
  return usersByIDsQuery.all(db, { ids }).map((row) => toUser(row, collectRoles(grants.get(row.id))));
}

/** Loads all accounts for the cache, by username. */
export function loadAllUsers(db: Database): User[] {
  const grants = Map.groupBy(allRolesQuery.all(db, {}), ({ userID }) => userID);
  return allUsersQuery.all(db, {}).map((row) => toUser(row, collectRoles(grants.get(row.id))));
}

/** Inserts an account. */
export function insertUserRow(db: Transaction, row: NewUserRow): void {
  db.queries.insert(users).values(row).run();
}

/** Updates an account, which never leaves its family. */
export function updateUserRow(db: Transaction, id: string, changes: Partial<Omit<UserRow, 'id' | 'familyID'>>): void {
  db.queries.update(users).set(changes).where(eq(users.id, id)).run();
}

/** Returns false if the account already has the role. */
export function insertRole(db: Transaction, userID: string, role: UserRole): boolean {
  return db.queries.insert(roleGrants).values({ userID, role }).onConflictDoNothing().run().changes === 1;
}

/** Deletes an account's role if it has it. */
export function deleteRole(db: Transaction, userID: string, role: UserRole): void {
  const isGrant = and(eq(roleGrants.userID, userID), eq(roleGrants.role, role));
  db.queries.delete(roleGrants).where(isGrant).run();
}
