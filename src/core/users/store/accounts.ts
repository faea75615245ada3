import { eq, sql } from 'drizzle-orm';
import type { UserRole } from '#contract/access.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import type { Person } from '../people.ts';
import { type UserRow, users } from '../tables.ts';
import { findAllRoles, findRoles } from './roles.ts';

const userByID = statement((queries) =>
  queries
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);
const userByKey = statement((queries) =>
  queries
    .select()
    .from(users)
    .where(eq(users.usernameKey, sql.placeholder('key')))
    .prepare(),
);
const familyByID = statement((queries) =>
  queries
    .select()
    .from(users)
    .where(eq(users.familyID, sql.placeholder('familyID')))
    .orderBy(sql`${users.id} = ${users.familyID} DESC`, users.createdAt, users.id)
    .prepare(),
);

export const usernameKey = (username: string): string => username.toLowerCase();

export const findUser = (db: Database, id: string): UserRow | undefined => userByID(db).get({ id });

/** Finds an account by its name in any letter case. */
export const findUserByName = (db: Database, username: string): UserRow | undefined =>
  userByKey(db).get({ key: usernameKey(username) });

/** All accounts of a family, the primary one first. */
export const findFamily = (db: Database, familyID: string): UserRow[] => familyByID(db).all({ familyID });

/** What a person is made of; the texts of the profile are many times as long. */
const personColumns = {
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
const everyUser = statement((queries) =>
  queries.select(personColumns).from(users).orderBy(users.usernameKey).prepare(),
);

function toPerson(row: Pick<UserRow, keyof typeof personColumns>, roles: ReadonlySet<UserRole>): Person {
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

export function loadPerson(db: Database, userID: string): Person | undefined {
  const row = findUser(db, userID);
  return row && toPerson(row, findRoles(db, userID));
}

/** All accounts, by username. */
export function loadEverybody(db: Database): Person[] {
  const rolesOf = findAllRoles(db);
  return everyUser(db)
    .all()
    .map((row) => toPerson(row, rolesOf(row.id)));
}

export function insertUser(db: Database, row: typeof users.$inferInsert): void {
  db.queries.insert(users).values(row).run();
}

export function updateUser(db: Database, id: string, changes: Partial<Omit<UserRow, 'id' | 'familyID'>>): void {
  db.queries.update(users).set(changes).where(eq(users.id, id)).run();
}
