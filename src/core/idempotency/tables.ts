import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id, instant } from '#db/columns.ts';

/** First responses to calls that were made with an idempotency key (decision 35). */
export const idempotentResponses = sqliteTable(
  'retry_answers',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** Hash of method, path, query and body: the same key with another call is an error. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    /** JSON of the response's own headers. */
    headers: text('headers').notNull(),
    /** The response's text; null for an empty one. */
    body: text('body'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userID, table.key] }), index('retry_answers_by_time').on(table.createdAt)],
);
