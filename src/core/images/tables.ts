import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What is on a picture, for people who can't see it. A row is written with the picture, never changes, and stays as long
 * as moderators can see the picture (core rule 137).
 */
export const pictureDescriptions = sqliteTable('picture_descriptions', {
  /** The file name. It's no reference: the rows that show the picture have that. */
  name: text('name').primaryKey(),
  text: text('text').notNull(),
});
