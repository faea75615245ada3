import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { createKeyedCache } from '#platform/caches.ts';
import { findUser, listUsers, type User } from './directory.ts';
import { findUserRowByName } from './store/accounts.ts';
import { listBlockedFamilies, listHideableUserIDs } from './store/relations.ts';

/**
 * Who may see whose content. A block works between whole families and in both directions; accounts of moderators and
 * above neither hide nor are hidden (core rules 63 to 67).
 */
const blockedFamiliesCache = createOncePerInstance((context) =>
  createKeyedCache<ReadonlySet<string>>(context.caches, 20_000),
);
const hiddenUserIDsCache = createOncePerInstance((context) =>
  createKeyedCache<readonly string[]>(context.caches, 20_000),
);

/** Whatever changes a level or the members of a family calls this: any other family may have blocked it. */
export function invalidateVisibility(context: WriteContext): void {
  context.db.invalidate(() => {
    blockedFamiliesCache(context).clear();
    hiddenUserIDsCache(context).clear();
  });
}

/** Whatever changes a block between these families calls this; it concerns no other family. */
export function invalidateBlocks(context: WriteContext, familyIDs: readonly string[]): void {
  context.db.invalidate(() => {
    for (const familyID of familyIDs) {
      blockedFamiliesCache(context).invalidate(familyID);
      hiddenUserIDsCache(context).invalidate(familyID);
    }
  });
}

/** What visibility depends on, of the account that looks. */
export type Viewer = Pick<Caller, 'level' | 'familyID'>;
type Viewed = Pick<User, 'level' | 'familyID'>;

function getBlockedFamilies(context: Context, familyID: string): ReadonlySet<string> {
  return blockedFamiliesCache(context).get(familyID, () => listBlockedFamilies(context.db, familyID));
}

/** Does no block stand between the two? A viewer who is not logged in is blocked by nobody. */
export function maySee(context: Context, viewer: Viewer | undefined, viewed: Viewed): boolean {
  if (!viewer || isAtLeast(viewer.level, 'moderator') || isAtLeast(viewed.level, 'moderator')) return true;
  return !getBlockedFamilies(context, viewer.familyID).has(viewed.familyID);
}

/** Ids of all accounts whose content is hidden from the viewer by a block; for use in queries. */
export function listHiddenUserIDs(context: Context, viewer: Viewer | undefined): readonly string[] {
  if (!viewer || isAtLeast(viewer.level, 'moderator')) return [];
  return hiddenUserIDsCache(context).get(viewer.familyID, () =>
    listHideableUserIDs(context.db, [...getBlockedFamilies(context, viewer.familyID)]),
  );
}

/** The account with this id as the viewer sees it; undefined when there is none or a block hides it. */
export function findVisibleUser(context: Context, viewer: Viewer | undefined, userID: string): User | undefined {
  const user = findUser(context, userID);
  return user && maySee(context, viewer, user) ? user : undefined;
}

/** As `findVisibleUser`, by the name in any letter case. */
export function findVisibleUserByName(
  context: Context,
  viewer: Viewer | undefined,
  username: string,
): User | undefined {
  const row = findUserRowByName(context.db, username);
  return row && findVisibleUser(context, viewer, row.id);
}

/** As `findVisibleUser`. Throws 404 when there is none. */
export function getVisibleUser(context: Context, viewer: Viewer | undefined, userID: string): User {
  const user = findVisibleUser(context, viewer, userID);
  if (!user) throw notFound('user');
  return user;
}

/** All accounts that match and that no block hides from the viewer, by username. */
export function listVisibleUsers(
  context: Context,
  viewer: Viewer | undefined,
  matches: (user: User) => boolean,
): User[] {
  return listUsers(context).filter((user) => matches(user) && maySee(context, viewer, user));
}
