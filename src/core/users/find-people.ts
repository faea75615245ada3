import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import { forbidden, malformed, notFound } from '#contract/errors.ts';
import { countCharacters } from '#contract/fields.ts';
import { foldCase } from '#platform/text.ts';
import { favoriteUserIDs } from './favorite.ts';
import { type Person, person, searchNameOf } from './people.ts';
import { findUserByName } from './store/accounts.ts';
import { findFavorers } from './store/relations.ts';
import { visiblePeople, visiblePerson } from './visibility.ts';

const leastSearch = 2;
const mostMatches = 10;

/** The account with this id or username as the caller sees it; an id wins over a name that looks like one. Throws 404. */
export function findPerson(context: Context, caller: Caller, idOrName: string): Person {
  const key = foldCase(idOrName);
  const userID = person(context, key) ? key : findUserByName(context.db, key)?.id;
  if (userID === undefined) throw notFound('user');
  return visiblePerson(context, caller, userID);
}

function readSearch(text: string): string {
  const wanted = foldCase(text.trim());
  if (countCharacters(wanted, leastSearch) < leastSearch) {
    throw malformed(`a search needs at least ${leastSearch} characters`);
  }
  return wanted;
}

/** Everybody the caller may see whose name, of the kind that `nameOf` gives, has the text in it; by username. */
function matching(context: Context, caller: Caller, wanted: string, nameOf: (one: Person) => string): Person[] {
  return visiblePeople(context, caller, (one) => foldCase(nameOf(one)).includes(wanted));
}

/** All with the text in their username (core rule 77). Throws 400 for a text that is too short. */
export function matchUsername(context: Context, caller: Caller, text: string): Person[] {
  return matching(context, caller, readSearch(text), ({ username }) => username);
}

/** What a search for names may ask for beside the text. */
export interface MatchWishes {
  /** Only people who have made the caller their favorite. */
  readonly onlyFavorers: boolean;
  /** The caller's favorites come before all others. */
  readonly favoritesFirst: boolean;
}

/** The first ten with the text in their composed name (core rules 73 to 76). Throws 400 for a text that is too short. */
export function matchAllNames(context: Context, caller: Caller, text: string, wishes: MatchWishes): Person[] {
  const wanted = readSearch(text);
  // Part of almost every composed name, it would only serve to list everybody; a lone @ is too short anyway.
  if (wanted === '(@') throw forbidden('this is not a permitted search');
  const found = matching(context, caller, wanted, searchNameOf);
  const chosen = wishes.onlyFavorers ? onlyFavorers(context, caller, found) : found;
  const ordered = wishes.favoritesFirst ? favoritesFirst(context, caller, chosen) : chosen;
  return ordered.slice(0, mostMatches);
}

function onlyFavorers(context: Context, caller: Caller, people: readonly Person[]): readonly Person[] {
  const favorers = findFavorers(context.db, caller.userID);
  return people.filter(({ userID }) => favorers.has(userID));
}

function favoritesFirst(context: Context, caller: Caller, people: readonly Person[]): readonly Person[] {
  const favorites = favoriteUserIDs(context, caller.userID);
  const isFavorite = ({ userID }: Person) => favorites.has(userID);
  return [...people.filter(isFavorite), ...people.filter((one) => !isFavorite(one))];
}
