import type { Context, Handlers, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { respondToChange } from '#contract/response.ts';
import { reloadCatalogue } from '#core/catalogues/index.ts';
import type { karaokeApi } from './api.ts';
import { songsCatalogue } from './import-songs.ts';
import { getSong } from './library.ts';
import { listSongs, showSong, songFavorites } from './list-songs.ts';
import { listPerformances, logPerformance } from './performances.ts';
import { queueHandlers } from './queue/handlers.ts';

/** Returns whether anything changed (libraries rule K9). Throws not-found. */
const setFavorite = (context: WriteContext, caller: Caller, songID: string, isFavorite: boolean): boolean =>
  songFavorites.set(context, caller, getSong(context, songID).songID, isFavorite);

export const karaokeHandlers = (context: Context): Handlers<typeof karaokeApi> => ({
  list: ({ caller, query }) => listSongs(context, caller, query),
  read: ({ caller, params }) => showSong(context, caller, params.songID),
  performances: ({ caller, query }) => listPerformances(context, caller, query),
  addFavorite: ({ caller, params, write }) =>
    write((context) => respondToChange(setFavorite(context, caller, params.songID, true))),
  removeFavorite: ({ caller, params, write }) =>
    write((context) => respondToChange(setFavorite(context, caller, params.songID, false))),
  // Access levels don't matter here (libraries rule K7).
  isManager: ({ caller }) => ({ isAuthorized: caller.roles.has('karaokemanager') }),
  logPerformance: ({ caller, params, body, write }) =>
    write((context) => logPerformance(context, caller, params.songID, body.note)),
  reload: ({ write }) => reloadCatalogue(context, songsCatalogue, write),
  ...queueHandlers(context),
});
