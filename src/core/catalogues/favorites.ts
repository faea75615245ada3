import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { prepareQueryText, prepareWriteText } from '#db/prepared.ts';

/** Users' favorites among the entries of one library (libraries rules B6 and K9). */
export interface Favorites {
  /** Returns ids. */
  list(context: Context, caller: Pick<Caller, 'userID'> | undefined): ReadonlySet<string>;
  /** Adds or removes a favorite. Returns whether that changed anything. */
  set(context: WriteContext, caller: Caller, subjectID: string, isFavorite: boolean): boolean;
}

const noFavorites: ReadonlySet<string> = new Set();

/** Creates favorites in a table with `favoriteColumns`. */
export function createFavorites(table: SQLiteTable): Favorites {
  const { name } = getTableConfig(table);
  const listQuery = prepareQueryText<{ userID: string }, { subjectID: string }>(
    `SELECT subject_id AS subjectID FROM ${name} WHERE user_id = :userID`,
  );
  const insertQuery = prepareWriteText<{ userID: string; subjectID: string }>(
    `INSERT OR IGNORE INTO ${name} (user_id, subject_id) VALUES (:userID, :subjectID)`,
  );
  const deleteQuery = prepareWriteText<{ userID: string; subjectID: string }>(
    `DELETE FROM ${name} WHERE user_id = :userID AND subject_id = :subjectID`,
  );

  function load({ db }: Context, userID: string): ReadonlySet<string> {
    const rows = listQuery.all(db, { userID });
    return rows.length === 0 ? noFavorites : new Set(rows.map(({ subjectID }) => subjectID));
  }

  return {
    list: (context, caller) => (caller ? load(context, caller.userID) : noFavorites),
    set(context, { userID }, subjectID, isFavorite) {
      const query = isFavorite ? insertQuery : deleteQuery;
      return query.run(context.db, { userID, subjectID }).changes === 1;
    },
  };
}
