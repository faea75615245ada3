import { cacheByKey, type Source } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { findUser, listUsers, type User } from './directory.ts';
import { findUserRowByName } from './store/accounts.ts';
import { listBlockedFamilies, listNonModeratorIDs } from './store/relations.ts';
import { userBlocks, users } from './tables.ts';

/**
 * Visibility of users' content. A block applies to whole families and in both directions. Accounts of moderators and
 * above neither hide others nor are hidden (core rules 63 to 67).
 */
const visibilitySources: readonly Source[] = [
  userBlocks,
  { table: users, columns: [users.accessLevel, users.familyID] },
];
const blockedFamiliesCache = cacheByKey<ReadonlySet<string>>(visibilitySources, { max: 20_000 });
const hiddenUserIDsCache = cacheByKey<readonly string[]>(visibilitySources, { max: 20_000 });

/** The viewer's fields that determine what is visible to them. */
export type Viewer = Pick<Caller, 'level' | 'familyID'>;
type Viewed = Pick<User, 'level' | 'familyID'>;

function getBlockedFamilies(context: Context, familyID: string): ReadonlySet<string> {
  return blockedFamiliesCache(context).get(familyID, () => listBlockedFamilies(context.db, familyID));
}

/** Whether no block hides the two from each other. A viewer who isn't logged in isn't blocked by anyone. */
export function maySee(context: Context, viewer: Viewer | undefined, viewed: Viewed): boolean {
  if (!viewer || isAtLeast(viewer.level, 'moderator') || isAtLeast(viewed.level, 'moderator')) return true;
  return !getBlockedFamilies(context, viewer.familyID).has(viewed.familyID);
}

/** Lists the ids of all accounts whose content is hidden from the viewer by a block, for use in queries. */
export function listHiddenUserIDs(context: Context, viewer: Viewer | undefined): readonly string[] {
  if (!viewer || isAtLeast(viewer.level, 'moderator')) return [];
  return hiddenUserIDsCache(context).get(viewer.familyID, () =>
    listNonModeratorIDs(context.db, [...getBlockedFamilies(context, viewer.familyID)]),
  );
}

/** Returns the account with this id as the viewer sees it; undefined if there is none or a block hides it. */
export function findVisibleUser(context: Context, viewer: Viewer | undefined, userID: string): User | undefined {
  const user = findUser(context, userID);
  return user && maySee(context, viewer, user) ? user : undefined;
}

/** Like `findVisibleUser`, by name in any letter case. */
export function findVisibleUserByName(
  context: Context,
  viewer: Viewer | undefined,
  username: string,
): User | undefined {
  const row = findUserRowByName(context.db, username);
  return row && findVisibleUser(context, viewer, row.id);
}

/** Like `findVisibleUser`. Throws 404 if there is none. */
export function getVisibleUser(context: Context, viewer: Viewer | undefined, userID: string): User {
  const user = findVisibleUser(context, viewer, userID);
  if (!user) throw notFound('user');
  return user;
}

/** Lists all matching accounts that no block hides from the viewer, by username. */
export function listVisibleUsers(
  context: Context,
  viewer: Viewer | undefined,
  matches: (user: User) => boolean,
): User[] {
  return listUsers(context).filter((user) => matches(user) && maySee(context, viewer, user));
}
