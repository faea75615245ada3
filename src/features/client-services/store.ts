import { gte, sql } from 'drizzle-orm';
import { users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';

const changedSinceQuery = statement((queries) =>
  queries
    .select({ id: users.id })
    .from(users)
    .where(gte(users.profileUpdatedAt, sql.placeholder('date')))
    .prepare(),
);

/** Accounts whose profile has changed at or after the date. */
export function findUsersChangedSince(db: Database, date: Date): Set<string> {
  // A placeholder is not converted as the column's values are.
  const rows = changedSinceQuery(db).all({ date: date.getTime() });
  return new Set(rows.map(({ id }) => id));
}
