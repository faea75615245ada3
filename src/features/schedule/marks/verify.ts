import { sql } from 'drizzle-orm';
import { deleteRows, type RowCheck } from '#area/row-checks.ts';
import { eventFavorites } from '../tables.ts';

/** Finds rows without marks. Users who neither follow nor photograph an event have no row (schedule rule 21). */
export const marksCheck: RowCheck = {
  table: eventFavorites,
  isWrong: sql`it.favorite = 0 AND it.photographer = 0`,
  what: sql`'what ' || it.user_id || ' marked of event ' || it.event_id`,
  stored: 'neither favorite nor photographer',
  expected: 'no row',
  repairs: [deleteRows],
};
