import { countDistinct } from 'drizzle-orm';
import { countRows, createRowCounter, type RowCounts } from '#area/row-counts.ts';
import { prepareQuery } from '#db/prepared.ts';
import { alertWords, muteWords } from './tables.ts';

const wordsQuery = prepareQuery((queries) =>
  queries.select({ words: countDistinct(alertWords.word) }).from(alertWords),
);

export const publicTextRowCounts: RowCounts = {
  alertword: createRowCounter((db) => wordsQuery.get(db, {})?.words),
  muteword: countRows(muteWords),
};
