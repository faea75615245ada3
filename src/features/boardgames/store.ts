import { eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { prepareQuery, prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type BoardGameRow, boardGames } from './tables.ts';

/** What of a game is stored; its name follows from the entry. */
export type StoredGame = Omit<BoardGameRow, 'gameName'>;

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
const allGamesQuery = prepareQuery((queries) => queries.select(columns).from(boardGames).orderBy(boardGames.number));
const anyGameQuery = prepareQuery((queries) => queries.select({ id: boardGames.id }).from(boardGames).limit(1));
const searchQuery = prepareQueryText<{ expression: string }, { id: string }>(
  'SELECT game_id AS id FROM board_games_text WHERE board_games_text MATCH :expression',
);

/** The games of the library, in no order. */
export const listLiveGames = (db: Database): StoredGame[] => liveGamesQuery.all(db, {});

/** Those that left the library too, of each name by their numbers. */
export const listAllGames = (db: Database): StoredGame[] => allGamesQuery.all(db, {});

/** Was there ever a game? */
export const hasGames = (db: Database): boolean => anyGameQuery.get(db, {}) !== undefined;

/** Ids of games with these words in their name, those that left the library included. */
export const searchGameIDs = (db: Database, expression: string): Set<string> =>
  new Set(searchQuery.all(db, { expression }).map(({ id }) => id));

const insertQuery = prepareWriteText<{ id: string; entry: string; number: number; isSample: 0 | 1 }>(
  'INSERT INTO board_games (id, entry, number, is_sample) VALUES (:id, :entry, :number, :isSample)',
);

/** Adds a game. */
export function insertGame(db: Transaction, { id, entry, number, isSample }: Omit<StoredGame, 'deletedAt'>): void {
  insertQuery.run(db, { id, entry: JSON.stringify(entry), number, isSample: isSample ? 1 : 0 });
}

/** Changes a game, also one that left the library. */
export function updateGame(db: Transaction, id: string, changes: Partial<Omit<StoredGame, 'id'>>): void {
  db.queries.update(boardGames).set(changes).where(eq(boardGames.id, id)).run();
}
