import { computeOncePerObject } from '#platform/limits/compute-once-per-object.ts';
import { cacheJson } from '#platform/text/json.ts';
import type { Game } from './library.ts';
import type { BoardgameData } from './records.ts';

const createPresenter = (isFavorite: boolean) =>
  computeOncePerObject((game: Game) => cacheJson(buildRecord(game, isFavorite)));

const presentAsFavorite = createPresenter(true);
const presentAsNonFavorite = createPresenter(false);

/** Returns the record of a game for a user with these favorites. */
export const presentGame = (game: Game, favorites: ReadonlySet<string>): BoardgameData =>
  favorites.has(game.id) ? presentAsFavorite(game) : presentAsNonFavorite(game);

function buildRecord({ id, name, entry, base, hasExpansions }: Game, isFavorite: boolean): BoardgameData {
  const { gameName: _, bggGameName: _bgg, expands: _expands, mechanisms, ...facts } = entry;
  return {
    gameID: id,
    gameName: name,
    ...facts,
    mechanics: mechanisms,
    isExpansion: base !== undefined,
    hasExpansions,
    isFavorite,
  };
}
