import { countRows, type RowCounts } from '#area/row-counts.ts';
import { userFavorites, userNotes, users } from './tables.ts';

export const usersRowCounts: RowCounts = {
  user: countRows(users),
  userNote: countRows(userNotes),
  userFavorite: countRows(userFavorites),
};
