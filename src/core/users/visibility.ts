import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { createKeyedCache } from '#platform/caches.ts';
import { blockedUserHeader, findUser, listUsers, presentHeader, type User } from './directory.ts';
import type { UserHeader } from './records.ts';
import { findBlockedFamilies, findHideableAccounts } from './store/blocks.ts';

/**
 * Who may see whose content. A block works between whole families and in both directions; accounts of moderators and
 * above neither hide nor are hidden (core rules 63 to 67).
 */
const blockedFamiliesCache = createOncePerInstance((context) =>
  createKeyedCache<ReadonlySet<string>>(context.caches, 20_000),
);
const hiddenAccountsCache = createOncePerInstance((context) =>
  createKeyedCache<readonly string[]>(context.caches, 20_000),
);

/** To be called by whatever has changed a level or the members of a family: others may have blocked it. */
export function invalidateVisibility(context: WriteContext): void {
  context.db.invalidate(() => {
    blockedFamiliesCache(context).clear();
    hiddenAccountsCache(context).clear();
  });
}

/** To be called by whatever has changed a block between these families, which concerns nobody else. */
export function invalidateBlocks(context: WriteContext, familyIDs: readonly string[]): void {
  context.db.invalidate(() => {
    for (const familyID of familyIDs) {
      blockedFamiliesCache(context).invalidate(familyID);
      hiddenAccountsCache(context).invalidate(familyID);
    }
  });
}

type Viewer = Pick<Caller, 'level' | 'familyID'>;
type Viewed = Pick<User, 'level' | 'familyID'>;

function getBlockedFamilies(context: Context, familyID: string): ReadonlySet<string> {
  return blockedFamiliesCache(context).get(familyID, () => findBlockedFamilies(context.db, familyID));
}

/** Does no block stand between the two? Someone who is not logged in is blocked by nobody. */
export function maySee(context: Context, viewer: Viewer | undefined, viewed: Viewed): boolean {
  if (!viewer || isAtLeast(viewer.level, 'moderator') || isAtLeast(viewed.level, 'moderator')) return true;
  return !getBlockedFamilies(context, viewer.familyID).has(viewed.familyID);
}

/** The person's header; somebody whom a block hides from the viewer keeps the place without the name (core rule 68). */
export const presentHeaderFor = (context: Context, viewer: Viewer | undefined, one: User): UserHeader =>
  maySee(context, viewer, one) ? presentHeader(one) : blockedUserHeader;

/** Ids of all accounts whose content is hidden from the viewer by a block; for use in queries. */
export function listHiddenUserIDs(context: Context, viewer: Viewer | undefined): readonly string[] {
  if (!viewer || isAtLeast(viewer.level, 'moderator')) return [];
  return hiddenAccountsCache(context).get(viewer.familyID, () =>
    findHideableAccounts(context.db, [...getBlockedFamilies(context, viewer.familyID)]),
  );
}

/** The account with this id as the viewer sees it. Throws not-found when there is none or a block hides it. */
export function getVisibleUser(context: Context, viewer: Viewer | undefined, userID: string): User {
  const found = findUser(context, userID);
  if (!found || !maySee(context, viewer, found)) throw notFound('user');
  return found;
}

/** All accounts that `wanted` picks and no block hides from the viewer, by username. */
export function listVisibleUsers(context: Context, viewer: Viewer | undefined, wanted: (one: User) => boolean): User[] {
  return listUsers(context).filter((one) => wanted(one) && maySee(context, viewer, one));
}
