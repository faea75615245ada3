import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { limitToMaxMatches } from '#contract/query.ts';
import { buildNameExpression } from '#db/full-text.ts';
import { foldCase, normalizeCrlf } from '#platform/text/lines.ts';
import { getSong } from './library.ts';
import { readPage, type SongsQuery, songFavorites } from './list-songs.ts';
import { presentPerformance } from './present.ts';
import type { KaraokePerformedSongsResult } from './records.ts';
import { findPerformances, insertPerformance, type PerformanceFilter } from './store.ts';

/** Returns a page of the log, newest first (libraries rule K6). */
export function listPerformances(
  context: Context,
  caller: Caller | undefined,
  query: Omit<SongsQuery, 'favorite'>,
): KaraokePerformedSongsResult {
  const page = readPage(context, query);
  const filter = buildPerformanceFilter(query.search?.trim() ?? '');
  const { rows, total } = findPerformances(context.db, filter, filter ? limitToMaxMatches(page) : page);
  const favorites = songFavorites.list(context, caller);
  return { songs: rows.map((row) => presentPerformance(row, favorites)), paginator: { total, ...page } };
}

const buildPerformanceFilter = (search: string): PerformanceFilter | undefined =>
  search === '' ? undefined : { expression: buildNameExpression(search), performers: foldCase(search) };

/** Logs that a song was sung now (libraries rule K8). Throws not-found. */
export function logPerformance(context: WriteContext, manager: Caller, songID: string, performers: string): void {
  const { artist, title } = getSong(context, songID);
  insertPerformance(context.db, {
    songID,
    artist,
    title,
    performers: normalizeCrlf(performers),
    managerID: manager.userID,
    createdAt: context.clock.now().getTime(),
  });
}
