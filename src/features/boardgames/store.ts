import { isNull } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { prepareQuery, prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type BoardGameRow, boardGames } from './tables.ts';

/** The stored part of a game; its name follows from the entry. */
export type StoredGame = Omit<BoardGameRow, 'gameName'>;

/** A game to compare with a file, with its entry unparsed. */
export interface KnownGame {
  readonly id: string;
  /** JSON. */
  readonly entry: string;
  readonly name: string;
  readonly otherName: string | undefined;
  readonly number: number;
  readonly isSample: boolean;
  /** Whether it is in the library now. */
  readonly isPresent: boolean;
}

type Flag = 0 | 1;

interface KnownGameRow extends Pick<KnownGame, 'id' | 'entry' | 'name' | 'number'> {
  readonly otherName: string | null;
  readonly isSample: Flag;
  readonly isPresent: Flag;
}

const columns = {
  id: boardGames.id,
  entry: boardGames.entry,
  number: boardGames.number,
  isSample: boardGames.isSample,
  deletedAt: boardGames.deletedAt,
};

const liveGamesQuery = prepareQuery((queries) =>
  queries.select(columns).from(boardGames).where(isNull(boardGames.deletedAt)),
);
const allGamesQuery = prepareQueryText<Record<never, never>, KnownGameRow>(`
  SELECT id, entry, game_name AS name, entry ->> '$.bggGameName' AS otherName, number, is_sample AS isSample,
    deleted_at IS NULL AS isPresent
  FROM board_games ORDER BY number`);
const anyGameQuery = prepareQuery((queries) => queries.select({ id: boardGames.id }).from(boardGames).limit(1));
const searchQuery = prepareQueryText<{ expression: string }, { id: string }>(
  'SELECT game_id AS id FROM board_games_text WHERE board_games_text MATCH :expression',
);

/** Returns the games of the library in no particular order. */
export const listLiveGames = (db: Database): StoredGame[] => liveGamesQuery.all(db, {});

/** Returns all games, including those that left the library, sorted by number within each name. */
export const listAllGames = (db: Database): KnownGame[] =>
  allGamesQuery.all(db, {}).map(({ otherName, isSample, isPresent, ...row }) => ({
    ...row,
    otherName: otherName ?? undefined,
    isSample: isSample === 1,
    isPresent: isPresent === 1,
  }));

/** Whether any game was ever stored. */
export const hasGames = (db: Database): boolean => anyGameQuery.get(db, {}) !== undefined;

/** Returns the ids of games with these words in their name, including those that left the library. */
export const searchGameIDs = (db: Database, expression: string): Set<string> =>
  new Set(searchQuery.all(db, { expression }).map(({ id }) => id));

/** A game to write; its entry is JSON. */
type WrittenGame = Pick<KnownGame, 'id' | 'entry' | 'number' | 'isSample'>;

const saveQuery = prepareWriteText<Omit<WrittenGame, 'isSample'> & { isSample: Flag }>(`
  INSERT INTO board_games (id, entry, number, is_sample) VALUES (:id, :entry, :number, :isSample)
  ON CONFLICT (id) DO UPDATE SET
    entry = excluded.entry, number = excluded.number, is_sample = excluded.is_sample, deleted_at = NULL`);

/** Adds a game to the library or updates a known one. */
export const saveGame = (db: Transaction, { isSample, ...game }: WrittenGame): void =>
  void saveQuery.run(db, { ...game, isSample: isSample ? 1 : 0 });

const deleteQuery = prepareWriteText<{ id: string; now: number }>(
  'UPDATE board_games SET deleted_at = :now WHERE id = :id',
);

/** Marks a game as deleted; its row stays, so that a later list can restore it. */
export const deleteGame = (db: Transaction, id: string, now: Date): void =>
  void deleteQuery.run(db, { id, now: now.getTime() });
