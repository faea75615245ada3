import { text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id } from '#db/columns.ts';

/** The columns of a table of favorites; the primary key is both. */
export const favoriteColumns = () => ({
  userID: id('user_id')
    .notNull()
    .references(() => users.id),
  /** Stays when the thing leaves the library: it may come back (decision 67). */
  subjectID: text('subject_id').notNull(),
});
