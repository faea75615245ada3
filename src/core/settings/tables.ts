import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Server settings that differ from their defaults. Values are JSON. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/**
 * Facts of this database: its id, the environment that created it, the port time zone, the fingerprint of its token
 * key, when people were last imported, and the outcome of the last backups.
 */
export const installation = sqliteTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
