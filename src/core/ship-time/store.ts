import type { Database, Transaction } from '#db/open.ts';
import { prepareQuery } from '#db/prepared.ts';
import type { TimeZoneChange } from './ship-clock.ts';
import { timeZoneChanges } from './tables.ts';

const changesQuery = prepareQuery((queries) =>
  queries.select().from(timeZoneChanges).orderBy(timeZoneChanges.activeAt),
);

/** Loads the clock-change table, earliest first. */
export const findTimeZoneChanges = (db: Database): TimeZoneChange[] => changesQuery.all(db, {});

/** Replaces the table. */
export function replaceTimeZoneChanges(db: Transaction, changes: readonly TimeZoneChange[]): void {
  db.queries.delete(timeZoneChanges).run();
  for (const change of changes) db.queries.insert(timeZoneChanges).values(change).run();
}
