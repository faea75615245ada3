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

/** The account with this id or username as the caller sees it; an id wins over a name that looks like one. Throws 404. */
export function getUserByIDOrName(context: Context, caller: Caller, idOrName: string): User {
  const key = foldCase(idOrName);
  const userID = findUser(context, key) ? key : findUserRowByName(context.db, key)?.id;
  if (userID === undefined) throw notFound('user');
  return getVisibleUser(context, caller, userID);
}

function readSearch(text: string): string {
  const search = foldCase(text.trim());
  if (countCharacters(search, minSearch) < minSearch) {
    throw malformed(`The search must have at least ${minSearch} characters.`);
  }
  return search;
}

/** The accounts the caller may see whose name, in the form that `nameOf` returns, has the text in it; by username. */
function searchVisibleUsers(context: Context, caller: Caller, search: string, nameOf: (user: User) => string): User[] {
  return listVisibleUsers(context, caller, (user) => foldCase(nameOf(user)).includes(search));
}

/** All with the text in their username (core rule 77). Throws 400 for a text that is too short. */
export function matchUsername(context: Context, caller: Caller, text: string): User[] {
  return searchVisibleUsers(context, caller, readSearch(text), ({ username }) => username);
}

/** What a search for names may ask for next to the text. */
export interface MatchOptions {
  /** Only accounts that have made the caller their favorite. */
  readonly onlyFavorers: boolean;
  /** The caller's favorites come before all others. */
  readonly favoritesFirst: boolean;
}

/** The first ten with the text in their composed name (core rules 73 to 76). Throws 400 for a text that is too short. */
export function matchAllNames(context: Context, caller: Caller, text: string, options: MatchOptions): User[] {
  const search = readSearch(text);
  // Part of almost every composed name, it would only serve to list everyone; a lone @ is too short anyway.
  if (search === '(@') throw forbidden('This search is not permitted.');
  const matching = searchVisibleUsers(context, caller, search, (user) => presentSearchName(caller, user));
  const chosen = options.onlyFavorers ? keepFavorers(context, caller, matching) : matching;
  const ordered = options.favoritesFirst ? sortFavoritesFirst(context, caller, chosen) : chosen;
  return ordered.slice(0, maxMatches);
}

function keepFavorers(context: Context, caller: Caller, users: readonly User[]): readonly User[] {
  const favorers = listFavorerIDs(context.db, caller.userID);
  return users.filter(({ userID }) => favorers.has(userID));
}

function sortFavoritesFirst(context: Context, caller: Caller, users: readonly User[]): readonly User[] {
  const favorites = listFavoriteUserIDs(context, caller.userID);
  const isFavorite = ({ userID }: User) => favorites.has(userID);
  return [...users.filter(isFavorite), ...users.filter((user) => !isFavorite(user))];
}
