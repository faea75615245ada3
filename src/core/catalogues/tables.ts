import { text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id } from '#db/columns.ts';

/** Columns of a favorites table. Its primary key is both. */
export const favoriteColumns = () => ({
  userID: id('user_id')
    .notNull()
    .references(() => users.id),
  /** Kept when the entry leaves the library, because it may come back (decision 67). */
  subjectID: text('subject_id').notNull(),
});
