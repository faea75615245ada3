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

/** Exactly the accounts that the caller's family has named, by username (core rule 63). */
export function listBlockedUsers(context: Context, caller: Caller): User[] {
  const blocked = listBlockedUserIDs(context.db, caller.familyID);
  return listUsers(context).filter(({ userID }) => blocked.has(userID));
}

function assertBlockable(caller: Caller, target: User): void {
  if (isAtLeast(target.level, 'moderator')) throw malformed('Moderators cannot be blocked.');
  if (target.familyID === caller.familyID) throw malformed('You cannot block an account of your own family.');
}

/**
 * Hides the caller's and the target's families from each other (core rules 64 and 65). Returns whether the account was
 * added to the list; one that is hidden already, without being on the list, counts as missing (decision 41).
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

/**
 * Takes an account off the family's list, if it is on it (core rule 66). Whatever the other family has blocked stays
 * blocked.
 */
export function unblockUser(context: WriteContext, caller: Caller, targetID: string): void {
  if (!deleteBlock(context.db, caller.familyID, targetID)) getVisibleUser(context, caller, targetID);
}

const mutesCache = cacheByKey<ReadonlySet<string>>([{ table: userMutes, key: userMutes.userID }], { max: 20_000 });

/** The accounts whose posts this account does not want to see, in one direction and for it alone (core rules 61 and 69). */
export const listMutedUserIDs = (context: Context, userID: string): ReadonlySet<string> =>
  mutesCache(context).get(userID, () => loadMutedUserIDs(context.db, userID));

/** Whom the caller has muted, by username. */
export function listMutedUsers(context: Context, caller: Caller): User[] {
  const muted = listMutedUserIDs(context, caller.userID);
  return listVisibleUsers(context, caller, ({ userID }) => muted.has(userID));
}

/** Mutes an account; once more changes nothing (core rule 70). */
export function muteUser(context: WriteContext, caller: Caller, mutedID: string): void {
  const { userID } = getVisibleUser(context, caller, mutedID);
  // Allowed and without effect: one's own posts stay in sight.
  if (userID === caller.userID) return;
  insertMute(context.db, { userID: caller.userID, mutedID, createdAt: context.clock.now() });
}

/** Unmutes an account, muted or not (core rule 70). */
export function unmuteUser(context: WriteContext, caller: Caller, mutedID: string): void {
  getVisibleUser(context, caller, mutedID);
  deleteMute(context.db, caller.userID, mutedID);
}

/** The accounts that this account has made its favorites, those hidden by a block included. */
export const listFavoriteUserIDs = (context: Context, userID: string): ReadonlySet<string> =>
  loadFavoriteUserIDs(context.db, userID);

/** The caller's favorites, by username. */
export function listFavoriteUsers(context: Context, caller: Caller): User[] {
  const favoriteIDs = listFavoriteUserIDs(context, caller.userID);
  return listVisibleUsers(context, caller, ({ userID }) => favoriteIDs.has(userID));
}

/** Makes an account a favorite; once more changes nothing (core rule 71). */
export function addFavorite(context: WriteContext, caller: Caller, favoriteID: string): void {
  const { userID } = getVisibleUser(context, caller, favoriteID);
  if (userID === caller.userID) throw malformed('You cannot be your own favorite.');
  insertFavorite(context.db, { userID: caller.userID, favoriteID, createdAt: context.clock.now() });
}

/** Makes accounts favorites of another, as they were before the sailing. Returns how many were not yet. */
export function restoreFavorites(context: WriteContext, userID: string, favoriteIDs: readonly string[]): number {
  const existing = listFavoriteUserIDs(context, userID);
  const missing = favoriteIDs.filter((id) => id !== userID && !existing.has(id));
  for (const favoriteID of missing) {
    insertFavorite(context.db, { userID, favoriteID, createdAt: context.clock.now() });
  }
  return missing.length;
}

/** Makes an account a favorite no longer (core rule 71). */
export function removeFavorite(context: WriteContext, caller: Caller, favoriteID: string): void {
  getVisibleUser(context, caller, favoriteID);
  deleteFavorite(context.db, caller.userID, favoriteID);
}
