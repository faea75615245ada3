import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { editColumns } from '#core/reports/tables.ts';
import { users } from '#core/users/tables.ts';
import { id, picture } from '#db/columns.ts';

/** Profiles before a change (core rules 82 and 86). */
export const profileEdits = sqliteTable(
  'profile_edits',
  {
    ...editColumns(),
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    /** The texts before a change of texts or name, as JSON of UserProfileUploadData. */
    profile: text('profile'),
    /** The avatar before a change of the avatar. */
    userImage: picture('user_image'),
  },
  (table) => [index('profile_edits_by_user').on(table.userID, table.createdAt)],
);
/** An entry of a profile's edit history as stored. */
export type ProfileEditRow = typeof profileEdits.$inferSelect;

/**
 * Accounts whose avatar was chosen by the name of a stored picture. It may belong to another user, so it isn't archived
 * when the avatar changes.
 */
export const borrowedAvatars = sqliteTable('borrowed_avatars', {
  userID: id('user_id')
    .primaryKey()
    .references(() => users.id),
});
