import { cacheValue } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { createNumbering } from '#core/catalogues/index.ts';
import { compareTexts, foldLetters } from '#platform/text/lines.ts';
import type { CatalogueGame } from './catalogue-file.ts';
import { listLiveGames, type StoredGame } from './store.ts';
import { boardGames } from './tables.ts';

/** A game of the library with its relations to other games. */
export interface Game {
  readonly id: string;
  /** The display name (libraries, Records: BoardgameData). */
  readonly name: string;
  readonly entry: CatalogueGame;
  /** The game that it expands, if that is in the library. */
  readonly base: string | undefined;
  readonly hasExpansions: boolean;
}

/** All games on board; cached until the library changes. */
export interface Library {
  /** Sorted by name, ignoring case and accents, then by id (libraries rule G6). */
  readonly games: readonly Game[];
  readonly byID: ReadonlyMap<string, Game>;
}

/** Returns the current library; the same object while it doesn't change. */
export const getLibrary = cacheValue([boardGames], loadLibrary);

/** Throws not-found if the game isn't in the library (libraries rule B5). */
export function getGame(context: Context, id: string): Game {
  const game = getLibrary(context).byID.get(id);
  if (!game) throw notFound('game');
  return game;
}

const getShownName = ({ bggGameName = '', gameName }: CatalogueGame): string =>
  bggGameName.trim() === '' ? gameName : bggGameName;

function loadLibrary({ db }: Context): Library {
  const rows = listLiveGames(db);
  const bases = linkExpansions(rows);
  const expanded = new Set(bases.values());
  const sorted = rows
    .map(({ id, entry }) => {
      const name = getShownName(entry);
      const game: Game = { id, name, entry, base: bases.get(id), hasExpansions: expanded.has(id) };
      return { game, key: foldLetters(name) };
    })
    .sort((first, second) => compareTexts(first.key, second.key) || compareTexts(first.game.id, second.game.id));
  const games = sorted.map(({ game }) => game);
  return { games, byID: new Map(games.map((game) => [game.id, game])) };
}

/**
 * Returns the base of each game that expands another: the first game with the name in its entry (libraries rule B12).
 */
function linkExpansions(rows: readonly Pick<StoredGame, 'id' | 'entry' | 'number'>[]): ReadonlyMap<string, string> {
  const firstByName = new Map(rows.filter(({ number }) => number === 1).map((row) => [row.entry.gameName, row.id]));
  const links = rows.flatMap(({ id, entry }): [string, string][] => {
    const base = entry.expands === undefined ? undefined : firstByName.get(entry.expands);
    return base === undefined || base === id ? [] : [[id, base]];
  });
  return new Map(links);
}

/** Returns each entry with its number among the games of the same name, and the expansions whose base isn't found. */
export function numberGames(entries: readonly CatalogueGame[]) {
  const nextNumber = createNumbering();
  const numbered = entries.map((entry, index) => ({ id: String(index), entry, number: nextNumber(entry.gameName) }));
  const bases = linkExpansions(numbered);
  const unlinked = numbered.filter(({ id, entry }) => entry.expands !== undefined && !bases.has(id));
  return { numbered, unlinked: unlinked.map(({ entry }) => entry) };
}
