import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import type { TimeZoneChange } from './ship-clock.ts';
import { timeZoneChanges } from './tables.ts';

const changesQuery = statement((queries) =>
  queries.select().from(timeZoneChanges).orderBy(timeZoneChanges.activeAt).prepare(),
);

/** The clock-change table, earliest first. */
export const findTimeZoneChanges = (db: Database): TimeZoneChange[] => changesQuery(db).all();

/** To be called inside a transaction. */
export function replaceTimeZoneChanges(db: Database, changes: readonly TimeZoneChange[]): void {
  db.queries.delete(timeZoneChanges).run();
  for (const change of changes) db.queries.insert(timeZoneChanges).values(change).run();
}
