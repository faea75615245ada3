import { count } from 'drizzle-orm';
import { countRows, type RowCounts } from '#area/row-counts.ts';
import type { Database } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';
import { userFavorites, userNotes, users } from './tables.ts';

const accountsQuery = prepareQuery((queries) => queries.select({ accounts: count() }).from(users));

/** Counts all accounts, including built-in ones. */
export const countAccounts = (db: Database): number => accountsQuery.get(db, {})?.accounts ?? 0;

export const usersRowCounts: RowCounts = {
  user: countRows(users),
  userNote: countRows(userNotes),
  userFavorite: countRows(userFavorites),
};
