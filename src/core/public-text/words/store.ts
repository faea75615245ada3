import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';
import { alertWords, muteWords } from '../tables.ts';

const tables = { alert: alertWords, mute: muteWords } as const;

/** Alert words notify their owner of public posts, mute words hide public posts from their owner. */
export type WordList = keyof typeof tables;

const prepareWordsQuery = (table: (typeof tables)[WordList]) =>
  prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
    queries.select({ word: table.word }).from(table).where(eq(table.userID, userID)).orderBy(table.word),
  );
const wordsQueries = { alert: prepareWordsQuery(alertWords), mute: prepareWordsQuery(muteWords) };

/** The account's words, in ascending order, to be cached. */
export const loadWords = (db: Database, list: WordList, userID: string): string[] =>
  wordsQueries[list].all(db, { userID }).map(({ word }) => word);

/** Adds a word that is not in the list. */
export function insertWord(db: Transaction, list: WordList, userID: string, word: string): void {
  db.queries.insert(tables[list]).values({ userID, word }).run();
}

/** Deletes a word, if it is in the list. */
export function deleteWord(db: Transaction, list: WordList, userID: string, word: string): void {
  const table = tables[list];
  const isWord = and(eq(table.userID, userID), eq(table.word, word));
  db.queries.delete(table).where(isWord).run();
}
