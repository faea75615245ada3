import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Server settings that differ from their defaults; values are JSON. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/**
 * Facts of this database: its id, the environment that made it, the port time zone, the fingerprint of its token key,
 * when people were imported last, what became of the last backups.
 */
export const installation = sqliteTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
