import { cacheJson } from '#platform/text/json.ts';
import type { Game } from './library.ts';
import type { BoardgameData } from './records.ts';

function createPresenter(isFavorite: boolean): (game: Game) => BoardgameData {
  const records = new WeakMap<Game, BoardgameData>();
  return (game) => {
    const existing = records.get(game);
    if (existing) return existing;
    const record = cacheJson(buildRecord(game, isFavorite));
    records.set(game, record);
    return record;
  };
}

const presentFavorite = createPresenter(true);
const presentOther = createPresenter(false);

/** Returns the record of a game for a user with these favorites. */
export const presentGame = (game: Game, favorites: ReadonlySet<string>): BoardgameData =>
  favorites.has(game.id) ? presentFavorite(game) : presentOther(game);

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
