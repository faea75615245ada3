import { countRows, type RowCounts } from '#area/row-counts.ts';
import { userFavorites, userNotes, users } from './tables.ts';

/** How many accounts there are, built-in ones among them. */
export const countAccounts = countRows(users);

export const usersRowCounts: RowCounts = {
  user: countAccounts,
  userNote: countRows(userNotes),
  userFavorite: countRows(userFavorites),
};
