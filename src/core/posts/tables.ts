import { sql } from 'drizzle-orm';
import { integer, text } from 'drizzle-orm/sqlite-core';
import { pictureDescriptions } from '#core/images/tables.ts';
import { editColumns } from '#core/reports/tables.ts';
import { moderationStates, users } from '#core/users/tables.ts';
import { flag, id, instant, pictureList } from '#db/columns.ts';
import { reactions } from './records.ts';

/** The columns of every table of public posts. Ids ascend within a table. */
export const postColumns = () => ({
  id: integer('id').primaryKey({ autoIncrement: true }),
  authorID: id('author_id')
    .notNull()
    .references(() => users.id),
  text: text('text').notNull(),
  /** File names; null for posts by the service itself. */
  images: pictureList('images'),
  moderationState: text('moderation_state', { enum: moderationStates }).notNull().default('normal'),
  /** Reactions of all kinds. */
  likeCount: integer('like_count').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at'),
});

/** What people can search for in a post called `it`: its text, and the descriptions of its pictures (core rule 135). */
export const searchedText = sql`it.text || coalesce((
  SELECT group_concat(char(10) || d.text, '') FROM json_each(it.images) AS image
  CROSS JOIN ${pictureDescriptions} AS d ON d.name = image.value), '')`;

/** A public post as stored, with the columns common to all areas. */
export interface StoredPost {
  readonly id: number;
  readonly authorID: string;
  readonly text: string;
  readonly images: readonly string[] | null;
  readonly moderationState: (typeof moderationStates)[number];
  readonly likeCount: number;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

/** A user's marks on a post, in addition to `post_id`; the primary key is user and post. */
export const markColumns = () => ({
  userID: id('user_id')
    .notNull()
    .references(() => users.id),
  reaction: text('reaction', { enum: reactions }),
  isBookmarked: flag('is_bookmarked').notNull().default(false),
});

/** The content of a post before an edit, in addition to `post_id` (moderation rule M11). */
export const postEditColumns = () => ({
  ...editColumns(),
  text: text('text').notNull(),
  images: pictureList('images'),
});
