import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, picture } from '#db/columns.ts';

/** At most one theme for each day. */
export const dailyThemes = sqliteTable('daily_themes', {
  id: id('id').primaryKey(),
  title: text('title').notNull(),
  info: text('info').notNull(),
  /** File name. */
  image: picture('image'),
  /** The picture was uploaded for the theme, and goes with it; another was chosen by its name and stays. */
  hasOwnImage: flag('has_own_image').notNull().default(false),
  /** 0 is the day of embarkation; there are themes for the days before. */
  cruiseDay: integer('cruise_day').notNull().unique(),
});
export type DailyThemeRow = typeof dailyThemes.$inferSelect;
