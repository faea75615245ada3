import { type SQL, sql } from 'drizzle-orm';
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

/**
 * What people can search for in a post called `it`: its text, and the descriptions of its pictures (core rule 135).
 * `names` is the list of their names as JSON.
 */
export const buildSearchedText = (names: SQL): SQL => sql`it.text || coalesce((
  SELECT group_concat(char(10) || d.text, '') FROM json_each(${names}) AS image
  CROSS JOIN ${pictureDescriptions} AS d ON d.name = image.value), '')`;

/** The searchable text of a public post. */
export const searchedText = buildSearchedText(sql`it.images`);

/** A post that a search for words has found, in SQL. */
interface FoundPost {
  readonly text: string;
  /** The names of its pictures as JSON. */
  readonly pictures: string;
  /** What was searched for, an FTS5 expression. */
  readonly words: string;
}

/**
 * Returns a condition for found posts: while descriptions are off, only the text itself counts (core rule 135). It's a
 * CASE because SQLite tests the side of an OR without a subquery first, and `matches_words` takes longest.
 */
export const writeShownWordsTest = ({ text, pictures, words }: FoundPost): string => `CASE
  WHEN :describes OR NOT EXISTS (
    SELECT 1 FROM json_each(${pictures}) AS image CROSS JOIN picture_descriptions AS d ON d.name = image.value) THEN 1
  ELSE matches_words(${text}, ${words}) END`;

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
