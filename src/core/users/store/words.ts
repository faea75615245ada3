import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/open.ts';
import { alertWords, muteWords } from '../tables.ts';

const tables = { alert: alertWords, mute: muteWords } as const;

/** Alert words tell their owner of posts, mute words keep posts away from their owner. */
export type WordList = keyof typeof tables;

/** In ascending order. */
export function findWords(db: Database, list: WordList, userID: string): string[] {
  const table = tables[list];
  const rows = db.queries
    .select({ word: table.word })
    .from(table)
    .where(eq(table.userID, userID))
    .orderBy(table.word)
    .all();
  return rows.map(({ word }) => word);
}

export function insertWord(db: Transaction, list: WordList, userID: string, word: string): void {
  db.queries.insert(tables[list]).values({ userID, word }).run();
}

export function deleteWord(db: Transaction, list: WordList, userID: string, word: string): void {
  const table = tables[list];
  db.queries
    .delete(table)
    .where(and(eq(table.userID, userID), eq(table.word, word)))
    .run();
}
