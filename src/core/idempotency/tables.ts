import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { flag, id, instant } from '#db/columns.ts';

/** First responses to calls that were made with an idempotency key (decision 35). */
export const idempotentResponses = sqliteTable(
  'idempotent_responses',
  {
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    key: text('key').notNull(),
    /** Keyed hash of method, path, query and body: the same key with another call is an error. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    /** JSON of the response's own headers. */
    headers: text('headers').notNull(),
    /** The response's text; null for an empty one, and for one that is not kept. */
    body: text('body'),
    /** The call changed nothing, so its text is not kept: a repeat is carried out again. */
    isBodyLeftOut: flag('is_body_left_out').notNull(),
    /** What the row takes, in bytes and roughly. */
    size: integer('size').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userID, table.key] }),
    index('idempotent_responses_by_time').on(table.createdAt),
    // Holds all that is asked when the responses of an account are added up.
    index('idempotent_responses_by_user').on(table.userID, table.size),
  ],
);
