import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWriteText } from '#db/prepared.ts';
import { alertWords, muteWords } from '../tables.ts';

const tables = { alert: alertWords, mute: muteWords } as const;

/** Alert words notify their owner of public posts; mute words hide public posts from their owner. */
export type WordList = keyof typeof tables;

const prepareWordsQuery = (table: (typeof tables)[WordList]) =>
  prepareQuery((queries, { userID }: Placeholders<{ userID: string }>) =>
    queries.select({ word: table.word }).from(table).where(eq(table.userID, userID)).orderBy(table.word),
  );
const wordsQueries = { alert: prepareWordsQuery(alertWords), mute: prepareWordsQuery(muteWords) };

/** Loads the account's words in ascending order, for the cache. */
export const loadWords = (db: Database, list: WordList, userID: string): string[] =>
  wordsQueries[list].all(db, { userID }).map(({ word }) => word);

const startCountQuery = prepareWriteText<{ userID: string; word: string }>(`
  UPDATE alert_words AS own SET
    forum_offset = -coalesce((SELECT posts FROM alert_word_totals AS t WHERE t.word = own.word AND t.place = 'forum'), 0),
    microblog_offset =
      -coalesce((SELECT posts FROM alert_word_totals AS t WHERE t.word = own.word AND t.place = 'microblog'), 0)
  WHERE user_id = :userID AND word = :word`);

/** Inserts a word that isn't in the list. Earlier posts don't count for a new alert word. */
export function insertWord(db: Transaction, list: WordList, userID: string, word: string): void {
  db.queries.insert(tables[list]).values({ userID, word }).run();
  if (list === 'alert') startCountQuery.run(db, { userID, word });
}

/** Deletes a word if it's in the list. */
export function deleteWord(db: Transaction, list: WordList, userID: string, word: string): void {
  const table = tables[list];
  const isWord = and(eq(table.userID, userID), eq(table.word, word));
  db.queries.delete(table).where(isWord).run();
}
