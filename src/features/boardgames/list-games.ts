import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { clampPage, limitToMaxMatches, maxMatches, type Page } from '#contract/query.ts';
import { createFavorites } from '#core/catalogues/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { buildNameExpression } from '#db/full-text.ts';
import type { boardgamesApi } from './api.ts';
import { type Game, getGame, getLibrary } from './library.ts';
import { presentGame } from './present.ts';
import {
  type BoardgameData,
  type BoardgameRecommendationData,
  type BoardgameResponseData,
  defaultLimit,
} from './records.ts';
import { scoreGames } from './score-games.ts';
import { searchGameIDs } from './store.ts';
import { boardGameFavorites } from './tables.ts';

/** The users' favorite games. */
export const gameFavorites = createFavorites(boardGameFavorites);

/** The query of the list of games. */
type GamesQuery = QueryOf<typeof boardgamesApi.list>;

const readPage = (context: Context, query: Pick<GamesQuery, 'start' | 'limit'>): Page =>
  clampPage(query, { default: defaultLimit, max: getServerSettings(context).maximumMicroblogPosts });

/** Returns a page of the library (libraries rules B1 to B3). */
export function listGames(context: Context, caller: Caller | undefined, query: GamesQuery): BoardgameResponseData {
  const { search = '', favorite = false } = query;
  const page = readPage(context, query);
  const favorites = gameFavorites.list(context, caller);
  const { games } = getLibrary(context);
  const onlyFavorites = favorite && caller !== undefined;
  const listed = onlyFavorites ? games.filter(({ id }) => favorites.has(id)) : games;
  if (search.trim() !== '') return presentMatches(findByName(context, listed, search), page, favorites);
  return presentPage(listed, page, favorites);
}

/** Filters games by words in the name from the catalogue (libraries rule B1). */
function findByName({ db }: Context, games: readonly Game[], search: string): readonly Game[] {
  const expression = buildNameExpression(search);
  if (expression === undefined) return [];
  const matching = searchGameIDs(db, expression);
  return games.filter(({ id }) => matching.has(id)).slice(0, maxMatches);
}

function presentMatches(games: readonly Game[], page: Page, favorites: ReadonlySet<string>): BoardgameResponseData {
  const { limit } = limitToMaxMatches(page);
  return { ...presentPage(games, { ...page, limit }, favorites), paginator: { total: games.length, ...page } };
}

function presentPage(games: readonly Game[], page: Page, favorites: ReadonlySet<string>): BoardgameResponseData {
  const listed = games.slice(page.start, page.start + page.limit);
  return {
    gameArray: listed.map((game) => presentGame(game, favorites)),
    paginator: { total: games.length, ...page },
  };
}

/** Returns one game. Throws not-found. */
export const showGame = (context: Context, caller: Caller | undefined, id: string): BoardgameData =>
  presentGame(getGame(context, id), gameFavorites.list(context, caller));

/** Returns the base of this game, or the game itself, and all its expansions (libraries rule B4). Throws not-found. */
export function listExpansions(context: Context, caller: Caller | undefined, id: string): BoardgameResponseData {
  const { base = id } = getGame(context, id);
  const expansions = getLibrary(context).games.filter((game) => game.base === base);
  const games = [getGame(context, base), ...expansions];
  const { gameArray } = presentPage(games, { start: 0, limit: games.length }, gameFavorites.list(context, caller));
  return { gameArray, paginator: { total: games.length, start: 0, limit: defaultLimit } };
}

/** Returns a page of the games that fit, best first (libraries rules B7 to B10). */
export function recommendGames(
  context: Context,
  caller: Caller | undefined,
  wish: BoardgameRecommendationData,
  query: Pick<GamesQuery, 'start' | 'limit'>,
): BoardgameResponseData {
  const games = scoreGames(getLibrary(context).games, wish);
  return presentPage(games, readPage(context, query), gameFavorites.list(context, caller));
}
