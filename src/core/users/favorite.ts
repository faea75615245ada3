import { type Context, createOncePerInstance, type WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { createKeyedCache } from '#platform/caches.ts';
import type { User } from './directory.ts';
import { deleteFavorite, findFavorites, insertFavorite } from './store/relations.ts';
import { getVisibleUser, listVisibleUsers } from './visibility.ts';

const favoritesCache = createOncePerInstance((context) =>
  createKeyedCache<ReadonlySet<string>>(context.caches, 20_000),
);

/** Everybody whom the account has made a favorite, people hidden by a block included. */
export function listFavoriteUserIDs(context: Context, userID: string): ReadonlySet<string> {
  return favoritesCache(context).get(userID, () => findFavorites(context.db, userID));
}

/** The caller's favorites, by username. */
export function listFavoriteUsers(context: Context, caller: Caller): User[] {
  const favorites = listFavoriteUserIDs(context, caller.userID);
  return listVisibleUsers(context, caller, ({ userID }) => favorites.has(userID));
}

/** Makes somebody a favorite; once more changes nothing (core rule 71). */
export function addFavorite(context: WriteContext, caller: Caller, favoriteID: string): void {
  const { userID } = getVisibleUser(context, caller, favoriteID);
  if (userID === caller.userID) throw malformed('you cannot be your own favorite');
  insertFavorite(context.db, { userID: caller.userID, favoriteID, createdAt: context.clock.now() });
  invalidateFavorites(context, caller);
}

/** Makes somebody a favorite no longer (core rule 71). */
export function removeFavorite(context: WriteContext, caller: Caller, favoriteID: string): void {
  getVisibleUser(context, caller, favoriteID);
  deleteFavorite(context.db, caller.userID, favoriteID);
  invalidateFavorites(context, caller);
}

function invalidateFavorites(context: WriteContext, { userID }: Caller): void {
  context.db.invalidate(() => favoritesCache(context).invalidate(userID));
}
