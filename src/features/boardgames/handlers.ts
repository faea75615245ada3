import type { Context, Handlers, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { respondToChange } from '#contract/response.ts';
import { reloadCatalogue } from '#core/catalogues/index.ts';
import type { boardgamesApi } from './api.ts';
import { gamesCatalogue } from './import-games.ts';
import { getGame } from './library.ts';
import { gameFavorites, listExpansions, listGames, recommendGames, showGame } from './list-games.ts';

/** Returns whether anything changed (libraries rule B6). Throws not-found. */
const setFavorite = (context: WriteContext, caller: Caller, gameID: string, isFavorite: boolean): boolean =>
  gameFavorites.set(context, caller, getGame(context, gameID).id, isFavorite);

export const boardgamesHandlers = (context: Context): Handlers<typeof boardgamesApi> => ({
  list: ({ caller, query }) => listGames(context, caller, query),
  read: ({ caller, params }) => showGame(context, caller, params.boardgameID),
  expansions: ({ caller, params }) => listExpansions(context, caller, params.boardgameID),
  recommend: ({ caller, query, body }) => recommendGames(context, caller, body, query),
  addFavorite: ({ caller, params, write }) =>
    write((context) => respondToChange(setFavorite(context, caller, params.boardgameID, true))),
  removeFavorite: ({ caller, params, write }) =>
    write((context) => respondToChange(setFavorite(context, caller, params.boardgameID, false))),
  reload: ({ write }) => reloadCatalogue(context, gamesCatalogue, write),
});
