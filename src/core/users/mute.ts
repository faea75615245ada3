import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { createKeyedCache } from '#platform/caches.ts';
import type { User } from './directory.ts';
import { deleteMute, findMuted, insertMute } from './store/relations.ts';
import { getVisibleUser, listVisibleUsers } from './visibility.ts';

const mutesCache = createOncePerInstance((context) => createKeyedCache<ReadonlySet<string>>(context.caches, 20_000));

/** Everybody whose posts this account does not want to see, in one direction and for this account alone (core rule 69). */
export function listMutedUserIDs(context: Context, userID: string): ReadonlySet<string> {
  return mutesCache(context).get(userID, () => findMuted(context.db, userID));
}

/** Whom the caller has muted, by username. */
export function listMutedUsers(context: Context, caller: Caller): User[] {
  const muted = listMutedUserIDs(context, caller.userID);
  return listVisibleUsers(context, caller, ({ userID }) => muted.has(userID));
}

/** Mutes somebody; once more changes nothing (core rule 70). */
export function muteUser(context: WriteContext, caller: Caller, mutedID: string): void {
  const { userID } = getVisibleUser(context, caller, mutedID);
  // Allowed and without effect: one's own posts stay in sight.
  if (userID === caller.userID) return;
  insertMute(context.db, { userID: caller.userID, mutedID, createdAt: context.clock.now() });
  invalidateMutes(context, caller);
}

/** Unmutes somebody, muted or not (core rule 70). */
export function unmuteUser(context: WriteContext, caller: Caller, mutedID: string): void {
  getVisibleUser(context, caller, mutedID);
  deleteMute(context.db, caller.userID, mutedID);
  invalidateMutes(context, caller);
}

function invalidateMutes(context: WriteContext, { userID }: Caller): void {
  context.db.invalidate(() => mutesCache(context).invalidate(userID));
}
