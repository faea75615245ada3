import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { malformed } from '#contract/errors.ts';
import { countCharacters } from '#contract/fields.ts';
import { clampPage, limitToMaxMatches, type Page } from '#contract/query.ts';
import { createFavorites } from '#core/catalogues/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { buildNameExpression } from '#db/full-text.ts';
import type { karaokeApi } from './api.ts';
import { getLibrary, getSong } from './library.ts';
import { presentSong } from './present.ts';
import { defaultLimit, type KaraokeSongData, type KaraokeSongResponseData } from './records.ts';
import { digitInitial, getInitial } from './song-order.ts';
import { findPerformancesOf, findSongs, type SongFilter, type SongRow } from './store.ts';
import { karaokeFavorites } from './tables.ts';

/** The users' favorite songs. */
export const songFavorites = createFavorites(karaokeFavorites);

/** The query parameters of the song list. */
export type SongsQuery = QueryOf<typeof karaokeApi.list>;

/** Returns the requested page, within the limits. */
export const readPage = (context: Context, query: Pick<SongsQuery, 'start' | 'limit'>): Page =>
  clampPage(query, { default: defaultLimit, max: getServerSettings(context).maximumMicroblogPosts });

/**
 * Lists songs by words, by the first letter of the artist, or from the caller's favorites (libraries rules K1 to K5).
 * Throws 400.
 */
export function listSongs(context: Context, caller: Caller | undefined, query: SongsQuery): KaraokeSongResponseData {
  const filter = readFilter(caller, query);
  const page = readPage(context, query);
  const { rows, total } = findMatching(context, filter, page);
  return { totalSongs: total, ...page, songs: presentSongs(context, caller, rows) };
}

/** `findsNothing` is set if the search text has no words to search for. */
type Filter = SongFilter & { readonly findsNothing?: boolean };

function findMatching(context: Context, filter: Filter, page: Page): { rows: SongRow[]; total: number } {
  if (filter.findsNothing) return { rows: [], total: 0 };
  const counted = filter.expression === undefined ? page : limitToMaxMatches(page);
  return findSongs(context.db, getLibrary(context).id, filter, counted);
}

const shortestSearch = 3;

function readFilter(caller: Caller | undefined, { search = '', favorite = false }: SongsQuery): Filter {
  if (favorite && !caller) throw malformed('Log in to filter by favorites.', 'filterNeedsLogin');
  const favoriteOf = favorite ? caller?.userID : undefined;
  const text = search.trim();
  const length = countCharacters(text, shortestSearch);
  const initial = length === 1 ? readInitial(text) : undefined;
  if (initial !== undefined) return { favoriteOf, initial };
  if (favoriteOf === undefined && length < shortestSearch) {
    throw malformed(
      'Search for at least three characters, one letter or # that artists start with, or favorites.',
      'searchTooShort',
    );
  }
  return length < 2 ? { favoriteOf } : { favoriteOf, ...readWords(text) };
}

/** Returns what a single character searches for: a letter, or `#` for digits (libraries rule K3). */
function readInitial(character: string): string | undefined {
  if (character === digitInitial) return digitInitial;
  const initial = getInitial(character);
  return initial === '' || initial === digitInitial ? undefined : initial;
}

function readWords(text: string): Filter {
  const expression = buildNameExpression(text);
  return expression === undefined ? { findsNothing: true } : { expression };
}

function presentSongs(context: Context, caller: Caller | undefined, rows: readonly SongRow[]): KaraokeSongData[] {
  const songIDs = rows.map(({ songID }) => songID);
  const performances = Map.groupBy(findPerformancesOf(context.db, songIDs), ({ songID }) => songID);
  const favorites = songFavorites.list(context, caller);
  return rows.map((row) => presentSong(row, performances.get(row.songID) ?? [], favorites));
}

/** Returns one song. Throws not-found. */
export function showSong(context: Context, caller: Caller | undefined, songID: string): KaraokeSongData {
  const row = getSong(context, songID);
  return presentSong(row, findPerformancesOf(context.db, [songID]), songFavorites.list(context, caller));
}
