import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What is on a picture, for people who can't see it. A row is written with the picture, never changes, and stays as long
 * as moderators can see the picture (core rule 137).
 */
export const pictureDescriptions = sqliteTable('picture_descriptions', {
  /** The file name. It doesn't count as a reference to the picture: rows that show the picture do. */
  name: text('name').primaryKey(),
  text: text('text').notNull(),
});
