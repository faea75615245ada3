import { sql } from 'drizzle-orm';
import type { RowCheck } from '#area/row-checks.ts';
import { eventFavorites } from '../tables.ts';

/** Finds rows without marks. Users who neither follow nor photograph an event have no row (schedule rule 21). */
export const marksCheck: RowCheck = {
  table: eventFavorites,
  query: (isInRange) => sql`
    SELECT 'what ' || it.user_id || ' marked of event ' || it.event_id AS what, 'neither favorite nor photographer' AS stored
    FROM ${eventFavorites} AS it NOT INDEXED WHERE ${isInRange} AND it.favorite = 0 AND it.photographer = 0`,
  expected: 'no row',
  repairs: [
    (isInRange) => sql`
      DELETE FROM ${eventFavorites} WHERE rowid IN (
        SELECT it.rowid FROM ${eventFavorites} AS it NOT INDEXED
        WHERE ${isInRange} AND it.favorite = 0 AND it.photographer = 0)`,
  ],
};
