import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '#db/columns.ts';

/** The ship's clock changes (schedule rule 2). */
export const timeZoneChanges = sqliteTable('time_zone_changes', {
  activeAt: instant('active_at').primaryKey(),
  abbreviation: text('abbreviation').notNull(),
  zoneID: text('zone_id').notNull(),
});
