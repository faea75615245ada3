import { cacheByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { findUser, listUsers, type User } from './directory.ts';
import {
  deleteBlock,
  deleteFavorite,
  deleteMute,
  insertBlock,
  insertFavorite,
  insertMute,
  listBlockedUserIDs,
  loadFavoriteUserIDs,
  loadMutedUserIDs,
} from './store/relations.ts';
import { userMutes } from './tables.ts';
import { getVisibleUser, listVisibleUsers, maySee } from './visibility.ts';

/** Lists exactly the accounts that the caller's family has blocked by name, by username (core rule 63). */
export function listBlockedUsers(context: Context, caller: Caller): User[] {
  const blocked = listBlockedUserIDs(context.db, caller.familyID);
  return listUsers(context).filter(({ userID }) => blocked.has(userID));
}

function assertBlockable(caller: Caller, target: User): void {
  if (isAtLeast(target.level, 'moderator')) throw malformed("You can't block a moderator.", 'protectedAccount');
  if (target.familyID === caller.familyID)
    throw malformed("You can't block one of your own accounts.", 'protectedAccount');
}

/**
 * Hides the caller's and the target's families from each other (core rules 64 and 65). Returns whether the account was
 * added to the list. An account that is already hidden without being on the list isn't found (decision 41).
 */
export function blockUser(context: WriteContext, caller: Caller, targetID: string): boolean {
  const target = findUser(context, targetID);
  if (!target) throw notFound('user');
  assertBlockable(caller, target);
  if (listBlockedUserIDs(context.db, caller.familyID).has(targetID)) return false;
  if (!maySee(context, caller, target)) throw notFound('user');
  insertBlock(context.db, { familyID: caller.familyID, blockedID: targetID, createdAt: context.clock.now() });
  return true;
}

/** Removes an account from the family's list, if it's there (core rule 66). Blocks by the other family stay. */
export function unblockUser(context: WriteContext, caller: Caller, targetID: string): void {
  if (!deleteBlock(context.db, caller.familyID, targetID)) getVisibleUser(context, caller, targetID);
}

const mutesCache = cacheByKey<ReadonlySet<string>>([{ table: userMutes, key: userMutes.userID }], { max: 20_000 });

/**
 * Returns the accounts muted by this account. Mutes work in one direction and only for this account (core rules 61 and
 * 69).
 */
export const listMutedUserIDs = (context: Context, userID: string): ReadonlySet<string> =>
  mutesCache(context).get(userID, () => loadMutedUserIDs(context.db, userID));

/** Lists the accounts the caller has muted, by username. */
export function listMutedUsers(context: Context, caller: Caller): User[] {
  const muted = listMutedUserIDs(context, caller.userID);
  return listVisibleUsers(context, caller, ({ userID }) => muted.has(userID));
}

/** Mutes an account. Repeating this changes nothing (core rule 70). */
export function muteUser(context: WriteContext, caller: Caller, mutedID: string): void {
  const { userID } = getVisibleUser(context, caller, mutedID);
  // Allowed but without effect: users always see their own posts.
  if (userID === caller.userID) return;
  insertMute(context.db, { userID: caller.userID, mutedID, createdAt: context.clock.now() });
}

/** Unmutes an account, whether it's muted or not (core rule 70). */
export function unmuteUser(context: WriteContext, caller: Caller, mutedID: string): void {
  getVisibleUser(context, caller, mutedID);
  deleteMute(context.db, caller.userID, mutedID);
}

/** Returns this account's favorites, including those hidden by a block. */
export const listFavoriteUserIDs = (context: Context, userID: string): ReadonlySet<string> =>
  loadFavoriteUserIDs(context.db, userID);

/** Lists the caller's favorites, by username. */
export function listFavoriteUsers(context: Context, caller: Caller): User[] {
  const favoriteIDs = listFavoriteUserIDs(context, caller.userID);
  return listVisibleUsers(context, caller, ({ userID }) => favoriteIDs.has(userID));
}

/** Adds a favorite. Repeating this changes nothing (core rule 71). */
export function addFavorite(context: WriteContext, caller: Caller, favoriteID: string): void {
  const { userID } = getVisibleUser(context, caller, favoriteID);
  if (userID === caller.userID) throw malformed("You can't favorite yourself.", 'protectedAccount');
  insertFavorite(context.db, { userID: caller.userID, favoriteID, createdAt: context.clock.now() });
}

/** Restores an account's favorites from before the sailing. Returns how many were added. */
export function restoreFavorites(context: WriteContext, userID: string, favoriteIDs: readonly string[]): number {
  const existing = listFavoriteUserIDs(context, userID);
  const missing = favoriteIDs.filter((id) => id !== userID && !existing.has(id));
  for (const favoriteID of missing) {
    insertFavorite(context.db, { userID, favoriteID, createdAt: context.clock.now() });
  }
  return missing.length;
}

/** Removes a favorite (core rule 71). */
export function removeFavorite(context: WriteContext, caller: Caller, favoriteID: string): void {
  getVisibleUser(context, caller, favoriteID);
  deleteFavorite(context.db, caller.userID, favoriteID);
}
