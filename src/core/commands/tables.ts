import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instant } from '#db/columns.ts';

/** Messages from commands next to the service. It processes and deletes them within two seconds. */
export const commandMessages = sqliteTable('command_messages', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  createdAt: instant('created_at').notNull(),
  /** `line`: a log line. `unlock`: users may try passwords and codes again. */
  kind: text('kind', { enum: ['line', 'unlock'] }).notNull(),
  /** JSON that depends on the kind. */
  content: text('content').notNull(),
});
