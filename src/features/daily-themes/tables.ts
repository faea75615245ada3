import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, picture } from '#db/columns.ts';

/** Up to one theme per day. */
export const dailyThemes = sqliteTable('daily_themes', {
  id: id('id').primaryKey(),
  title: text('title').notNull(),
  info: text('info').notNull(),
  /** File name. */
  image: picture('image'),
  /** Whether the picture was uploaded for the theme and is deleted with it. A picture that was chosen by name stays. */
  hasOwnImage: flag('has_own_image').notNull().default(false),
  /** 0 is embarkation day. Earlier days may have themes too. */
  cruiseDay: integer('cruise_day').notNull().unique(),
});
export type DailyThemeRow = typeof dailyThemes.$inferSelect;
