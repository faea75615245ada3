import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed, notFound } from '#contract/errors.ts';
import { countCharacters } from '#contract/fields.ts';
import { foldCase } from '#platform/text.ts';
import { findUser, presentSearchName, type User } from './directory.ts';
import { listFavoriteUserIDs } from './favorite.ts';
import { findUserRowByName } from './store/accounts.ts';
import { findFavorers } from './store/relations.ts';
import { getVisibleUser, listVisibleUsers } from './visibility.ts';

const minSearch = 2;
const maxMatches = 10;

/** The account with this id or username as the caller sees it; an id wins over a name that looks like one. Throws 404. */
export function getUserByIDOrName(context: Context, caller: Caller, idOrName: string): User {
  const key = foldCase(idOrName);
  const userID = findUser(context, key) ? key : findUserRowByName(context.db, key)?.id;
  if (userID === undefined) throw notFound('user');
  return getVisibleUser(context, caller, userID);
}

function readSearch(text: string): string {
  const wanted = foldCase(text.trim());
  if (countCharacters(wanted, minSearch) < minSearch) {
    throw malformed(`a search needs at least ${minSearch} characters`);
  }
  return wanted;
}

/** Everybody the caller may see whose name, of the kind that `nameOf` gives, has the text in it; by username. */
function searchVisibleUsers(context: Context, caller: Caller, wanted: string, nameOf: (one: User) => string): User[] {
  return listVisibleUsers(context, caller, (one) => foldCase(nameOf(one)).includes(wanted));
}

/** All with the text in their username (core rule 77). Throws 400 for a text that is too short. */
export function matchUsername(context: Context, caller: Caller, text: string): User[] {
  return searchVisibleUsers(context, caller, readSearch(text), ({ username }) => username);
}

/** What a search for names may ask for beside the text. */
export interface MatchOptions {
  /** Only people who have made the caller their favorite. */
  readonly onlyFavorers: boolean;
  /** The caller's favorites come before all others. */
  readonly favoritesFirst: boolean;
}

/** The first ten with the text in their composed name (core rules 73 to 76). Throws 400 for a text that is too short. */
export function matchAllNames(context: Context, caller: Caller, text: string, options: MatchOptions): User[] {
  const wanted = readSearch(text);
  // Part of almost every composed name, it would only serve to list everybody; a lone @ is too short anyway.
  if (wanted === '(@') throw forbidden('this is not a permitted search');
  const found = searchVisibleUsers(context, caller, wanted, presentSearchName);
  const chosen = options.onlyFavorers ? keepFavorers(context, caller, found) : found;
  const ordered = options.favoritesFirst ? sortFavoritesFirst(context, caller, chosen) : chosen;
  return ordered.slice(0, maxMatches);
}

function keepFavorers(context: Context, caller: Caller, users: readonly User[]): readonly User[] {
  const favorers = findFavorers(context.db, caller.userID);
  return users.filter(({ userID }) => favorers.has(userID));
}

function sortFavoritesFirst(context: Context, caller: Caller, users: readonly User[]): readonly User[] {
  const favorites = listFavoriteUserIDs(context, caller.userID);
  const isFavorite = ({ userID }: User) => favorites.has(userID);
  return [...users.filter(isFavorite), ...users.filter((one) => !isFavorite(one))];
}
