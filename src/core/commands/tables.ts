import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '#db/columns.ts';

/** What commands next to the service have to say to it; it takes them up within two seconds and deletes them. */
export const commandMessages = sqliteTable('command_messages', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  createdAt: instant('created_at').notNull(),
  /** `line`: for the log. `unlock`: someone may try passwords and codes again. */
  kind: text('kind', { enum: ['line', 'unlock'] }).notNull(),
  /** JSON, by the kind. */
  content: text('content').notNull(),
});
