import { gte } from 'drizzle-orm';
import { users } from '#core/users/tables.ts';
import type { Database } from '#db/open.ts';
import { type Placeholders, prepareQuery } from '#db/prepared.ts';

const changedSinceQuery = prepareQuery((queries, { date }: Placeholders<{ date: number }>) =>
  queries.select({ id: users.id }).from(users).where(gte(users.profileUpdatedAt, date)),
);

/** Returns the ids of users whose profile changed at or after the date. */
export function findUsersChangedSince(db: Database, date: Date): Set<string> {
  // Drizzle doesn't convert a placeholder the way it converts the column's values.
  const rows = changedSinceQuery.all(db, { date: date.getTime() });
  return new Set(rows.map(({ id }) => id));
}
