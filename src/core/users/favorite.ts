import { type Context, perContext } from '#context';
import type { Caller } from '#contract/access.ts';
import { malformed } from '#contract/errors.ts';
import { keyedCache } from '#platform/caches.ts';
import type { Person } from './people.ts';
import { deleteFavorite, findFavorites, insertFavorite } from './store/relations.ts';
import { visiblePeople, visiblePerson } from './visibility.ts';

const held = perContext((context) => keyedCache<ReadonlySet<string>>(context.caches, 20_000));

/** Everybody whom the account has made a favorite, people hidden by a block included. */
export function favoriteUserIDs(context: Context, userID: string): ReadonlySet<string> {
  return held(context).get(userID, () => findFavorites(context.db, userID));
}

/** The caller's favorites, by username. */
export function favoritePeople(context: Context, caller: Caller): Person[] {
  const favorites = favoriteUserIDs(context, caller.userID);
  return visiblePeople(context, caller, ({ userID }) => favorites.has(userID));
}

/** Makes somebody a favorite; once more changes nothing (core rule 71). To be called inside a transaction. */
export function addFavorite(context: Context, caller: Caller, favoriteID: string): void {
  const { userID } = visiblePerson(context, caller, favoriteID);
  if (userID === caller.userID) throw malformed('you cannot be your own favorite');
  insertFavorite(context.db, { userID: caller.userID, favoriteID, createdAt: context.clock.now() });
  favoritesChanged(context, caller);
}

/** Makes somebody a favorite no longer (core rule 71). To be called inside a transaction. */
export function removeFavorite(context: Context, caller: Caller, favoriteID: string): void {
  visiblePerson(context, caller, favoriteID);
  deleteFavorite(context.db, caller.userID, favoriteID);
  favoritesChanged(context, caller);
}

function favoritesChanged(context: Context, { userID }: Caller): void {
  context.db.invalidate(() => held(context).drop(userID));
}
