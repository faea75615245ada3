import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';

/** First responses to requests with an idempotency key (decision 35). */
export const idempotentResponses = sqliteTable(
  'idempotent_responses',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** Keyed hash of method, path, query and body. Using the key for a different request is an error. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    /** JSON of the response's own headers. */
    headers: text('headers').notNull(),
    /** The response's body; null if it's empty or not stored. */
    body: text('body'),
    /** Whether the body isn't stored because the call changed nothing. A retry runs the call again. */
    isBodyLeftOut: flag('is_body_left_out').notNull(),
    /** Approximate size of the row in bytes. */
    size: integer('size').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.key] }),
    index('idempotent_responses_by_time').on(table.createdAt),
    // Covers the query that adds up an account's responses.
    index('idempotent_responses_by_user').on(table.userID, table.size),
  ],
);
