import { cacheByKey, cacheValue, createVersion } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { AccessLevel, Caller, UserRole } from '#contract/access.ts';
import { loadAllUsers, loadUser, loadUsers, userSources } from './store/accounts.ts';
import type { ModerationState } from './tables.ts';

/** The cached part of an account: enough to authorize its calls and to show it as an author. */
export interface User {
  readonly userID: string;
  readonly username: string;
  /** Id of the primary account of its family; same as its own for a primary account. */
  readonly familyID: string;
  readonly level: AccessLevel;
  readonly roles: ReadonlySet<UserRole>;
  readonly quarantinedUntil: Date | undefined;
  readonly displayName: string | undefined;
  readonly userImage: string | undefined;
  readonly preferredPronoun: string | undefined;
  /** The composed name as stored. `presentSearchName` returns the part a viewer may see. */
  readonly userSearch: string;
  readonly profileState: ModerationState;
}

const userCache = cacheByKey<User>(userSources, { max: 20_000 });

/** Returns a version that changes with any account, for values derived from many of them. */
export const getDirectoryVersion = createVersion(userSources);

/** Returns the account with this id; undefined if there is none. */
export function findUser(context: Context, userID: string): User | undefined {
  return userCache(context).get(userID, () => loadUser(context.db, userID));
}

/** Returns the accounts with these ids, by id. Loads all missing ones at once. */
export const findUsers = (context: Context, userIDs: readonly string[]): Map<string, User> =>
  userCache(context).getAll(userIDs, (missing) =>
    loadUsers(context.db, missing).map((user) => [user.userID, user] as const),
  );

/** Returns the account with this id, which must exist: rows refer to accounts, and accounts are never deleted. */
export function getUser(context: Context, userID: string): User {
  const user = findUser(context, userID);
  if (!user) throw new Error(`something refers to ${userID}, but there's no such account`);
  return user;
}

/** Lists all accounts by username, for searches and lists of users. */
export const listUsers = cacheValue(userSources, ({ db }): readonly User[] => loadAllUsers(db));

/** Returns the account as a caller. */
export const toCaller = (user: User): Caller => user;
