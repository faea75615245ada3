import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from '#core/users/tables.ts';
import { id, instant } from '#db/columns.ts';

/** Profiles as they were before a change (core rules 82 and 86). */
export const profileEdits = sqliteTable(
  'profile_edits',
  {
    id: id('id').primaryKey(),
    userID: id('user_id')
      .notNull()
      .references(() => users.id),
    /** Who made the change. */
    editorID: id('editor_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    /** The texts before a change of texts or name, as JSON of UserProfileUploadData. */
    profile: text('profile'),
    /** The avatar before a change of the avatar. */
    userImage: text('user_image'),
  },
  (table) => [index('profile_edits_by_user').on(table.userID, table.createdAt)],
);
/** An entry of a profile's edit history as stored. */
export type ProfileEditRow = typeof profileEdits.$inferSelect;

/**
 * Accounts whose avatar was chosen by the name of a stored picture, which may be another user's: such a picture is not
 * archived when the avatar changes.
 */
export const borrowedAvatars = sqliteTable('borrowed_avatars', {
  userID: id('user_id')
    .primaryKey()
    .references(() => users.id),
});
