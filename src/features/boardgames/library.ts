import { cacheValue } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { createNumbering } from '#core/catalogues/index.ts';
import { compareTexts, foldLetters } from '#platform/text/lines.ts';
import type { CatalogueGame } from './catalogue-file.ts';
import { listLiveGames, type StoredGame } from './store.ts';
import { boardGames } from './tables.ts';

/** A game of the library with what it has to do with others. */
export interface Game {
  readonly id: string;
  /** The name under which it is shown (libraries, Records: BoardgameData). */
  readonly name: string;
  readonly entry: CatalogueGame;
  /** The game that it expands, when that is in the library. */
  readonly base: string | undefined;
  readonly hasExpansions: boolean;
}

/** All games aboard: assembled once, and again when the library has changed. */
export interface Library {
  /** By name, letter case and accents left aside, then by id (libraries rule G6). */
  readonly games: readonly Game[];
  readonly byID: ReadonlyMap<string, Game>;
}

/** The library as it is now; the same object as long as it does not change. */
export const getLibrary = cacheValue([boardGames], loadLibrary);

/** Throws not-found for one that is not in the library (libraries rule B5). */
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

/** The base of each game that expands another: the first of the name that its entry gives (libraries rule B12). */
function linkExpansions(rows: readonly Pick<StoredGame, 'id' | 'entry' | 'number'>[]): ReadonlyMap<string, string> {
  const firstByName = new Map(rows.filter(({ number }) => number === 1).map((row) => [row.entry.gameName, row.id]));
  const links = rows.flatMap(({ id, entry }): [string, string][] => {
    const base = entry.expands === undefined ? undefined : firstByName.get(entry.expands);
    return base === undefined || base === id ? [] : [[id, base]];
  });
  return new Map(links);
}

/** Each entry with its number among those of its name, and the games that expand nothing although they say so. */
export function numberGames(entries: readonly CatalogueGame[]) {
  const nextNumber = createNumbering();
  const numbered = entries.map((entry, index) => ({ id: String(index), entry, number: nextNumber(entry.gameName) }));
  const bases = linkExpansions(numbered);
  const unlinked = numbered.filter(({ id, entry }) => entry.expands !== undefined && !bases.has(id));
  return { numbered, unlinked: unlinked.map(({ entry }) => entry) };
}
