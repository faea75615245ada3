import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed, notFound } from '#contract/errors.ts';
import { countCharacters } from '#contract/fields.ts';
import { foldCase } from '#platform/text/lines.ts';
import { findUser, type User } from './directory.ts';
import { presentSearchName } from './names.ts';
import { listFavoriteUserIDs } from './relations.ts';
import { findUserRowByName } from './store/accounts.ts';
import { listFavorerIDs } from './store/relations.ts';
import { getVisibleUser, listVisibleUsers } from './visibility.ts';

const minSearch = 2;
const maxMatches = 10;

/**
 * Returns the account with this id or username as the caller sees it. An id takes precedence over a name that looks
 * like one. Throws 404.
 */
export function getUserByIDOrName(context: Context, caller: Caller, idOrName: string): User {
  const key = foldCase(idOrName);
  const userID = findUser(context, key) ? key : findUserRowByName(context.db, key)?.id;
  if (userID === undefined) throw notFound('user');
  return getVisibleUser(context, caller, userID);
}

function readSearch(text: string): string {
  const search = foldCase(text.trim());
  if (countCharacters(search, minSearch) < minSearch) {
    throw malformed(`The search must have at least ${minSearch} characters.`, 'searchTooShort');
  }
  return search;
}

/** Lists accounts visible to the caller whose name, as returned by `nameOf`, contains the text, by username. */
function searchVisibleUsers(context: Context, caller: Caller, search: string, nameOf: (user: User) => string): User[] {
  return listVisibleUsers(context, caller, (user) => foldCase(nameOf(user)).includes(search));
}

/** Lists all accounts whose username contains the text (core rule 77). Throws 400 if the text is too short. */
export function matchUsername(context: Context, caller: Caller, text: string): User[] {
  return searchVisibleUsers(context, caller, readSearch(text), ({ username }) => username);
}

/** Options of a search for names. */
export interface MatchOptions {
  /** Whether to return only accounts that have made the caller a favorite. */
  readonly onlyFavorers: boolean;
  /** Whether the caller's favorites come first. */
  readonly favoritesFirst: boolean;
}

/**
 * Returns the first ten accounts whose composed name contains the text (core rules 73 to 76). Throws 400 if the text is
 * too short.
 */
export function matchAllNames(context: Context, caller: Caller, text: string, options: MatchOptions): User[] {
  const search = readSearch(text);
  // Almost every composed name contains it, so it would only serve to list everyone. A lone @ is too short anyway.
  if (search === '(@') throw forbidden('searchNotPermitted', "This search isn't allowed.");
  const matching = searchVisibleUsers(context, caller, search, (user) => presentSearchName(caller, user));
  const chosen = options.onlyFavorers ? filterFavorers(context, caller, matching) : matching;
  const ordered = options.favoritesFirst ? sortFavoritesFirst(context, caller, chosen) : chosen;
  return ordered.slice(0, maxMatches);
}

function filterFavorers(context: Context, caller: Caller, users: readonly User[]): readonly User[] {
  const favorers = listFavorerIDs(context.db, caller.userID);
  return users.filter(({ userID }) => favorers.has(userID));
}

function sortFavoritesFirst(context: Context, caller: Caller, users: readonly User[]): readonly User[] {
  const favorites = listFavoriteUserIDs(context, caller.userID);
  const isFavorite = ({ userID }: User) => favorites.has(userID);
  return [...users.filter(isFavorite), ...users.filter((user) => !isFavorite(user))];
}
