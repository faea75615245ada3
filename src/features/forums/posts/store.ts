import type { WriteContext } from '#area/context.ts';
import { createPostStore } from '#core/posts/index.ts';
import type { Database } from '#db/open.ts';
import { prepareInsert, prepareQueryText, prepareWriteText } from '#db/prepared.ts';
import { type ForumPostRow, forumPostEdits, forumPostMarks, forumPosts } from '../tables.ts';

const store = createPostStore({ posts: forumPosts, marks: forumPostMarks, edits: forumPostEdits });

export const { findPosts, findPost, savePost, marks: postMarks, edits: postEdits } = store;

const takeOrdinalQuery = prepareWriteText<{ forumID: string; now: number }, { ordinal: number }>(`
  UPDATE forums SET posts_ever = posts_ever + 1, post_count = post_count + 1, last_post_at = :now
  WHERE id = :forumID RETURNING posts_ever - 1 AS ordinal`);

const insertPostQuery = prepareInsert(forumPosts, 'id', 'moderationState', 'likeCount', 'isPinned', 'deletedAt');

/** The content and forum of a new post. */
export type NewPost = Omit<Parameters<typeof insertPostQuery.get>[1], 'ordinal'>;

/** Stores a new post as the last post of its forum (forums rule B25). */
export function insertPost(context: WriteContext, post: NewPost): ForumPostRow {
  const { ordinal } = takeOrdinalQuery.get(context.db, { forumID: post.forumID, now: post.createdAt.getTime() });
  return insertPostQuery.get(context.db, { ...post, ordinal });
}

const countDeletionQuery = prepareWriteText<{ forumID: string }>(
  'UPDATE forums SET post_count = post_count - 1 WHERE id = :forumID',
);

/** Decrements the post count of a forum. */
export function countDeletion(context: WriteContext, { forumID }: ForumPostRow): void {
  countDeletionQuery.run(context.db, { forumID });
}

const textQuery = prepareWriteText<{ id: number; text: string }>('UPDATE forum_posts SET text = :text WHERE id = :id');

/** Like `savePost`, but only for the text and fast enough for very many posts. */
export function saveText(context: WriteContext, post: ForumPostRow, text: string): void {
  textQuery.run(context.db, { id: post.id, text });
}

const lastPostQuery = prepareQueryText<{ forumID: string; authorIDs: string }, { last: number | null }>(`
  SELECT max(last) AS last FROM (
    SELECT max(created_at) AS last FROM forum_posts
    WHERE author_id IN (SELECT value FROM json_each(:authorIDs)) AND forum_id = :forumID AND deleted_at IS NULL
    UNION ALL
    SELECT max(created_at) AS last FROM forum_posts
    WHERE forum_id = :forumID AND deleted_at IS NOT NULL
      AND author_id IN (SELECT value FROM json_each(:authorIDs)))`);

/** Returns when one of these users last posted in a forum, in milliseconds since 1970, deleted posts included. */
export const findLastPostOf = (db: Database, forumID: string, authorIDs: readonly string[]): number | undefined =>
  lastPostQuery.get(db, { forumID, authorIDs: JSON.stringify(authorIDs) })?.last ?? undefined;

type PageParameters = { forumID: string; ordinal: number; hiddenIDs: string; limit: number };

const pageQuery = prepareQueryText<PageParameters, { id: number }>(`
  SELECT id FROM forum_posts
  WHERE forum_id = :forumID AND ordinal >= :ordinal AND deleted_at IS NULL
    AND author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))
  ORDER BY ordinal LIMIT :limit`);

/** Returns the ids of the next posts from an ordinal on, without posts of these users. */
export const findPageOfIDs = (
  db: Database,
  { hiddenIDs, ...page }: Omit<PageParameters, 'hiddenIDs'> & { hiddenIDs: readonly string[] },
): number[] => pageQuery.all(db, { ...page, hiddenIDs: JSON.stringify(hiddenIDs) }).map(({ id }) => id);

const ordinalQuery = prepareQueryText<{ forumID: string; id: number }, { ordinal: number }>(
  'SELECT ordinal FROM forum_posts WHERE forum_id = :forumID AND id >= :id ORDER BY ordinal LIMIT 1',
);

/**
 * Returns the ordinal of the first post of a forum with at least this id, including deleted ones; undefined past the
 * last.
 */
export const findOrdinalFrom = (db: Database, forumID: string, id: number): number | undefined =>
  ordinalQuery.get(db, { forumID, id })?.ordinal;

const pinnedQuery = prepareQueryText<{ forumID: string }, { id: number }>(
  'SELECT id FROM forum_posts WHERE forum_id = :forumID AND is_pinned = 1 AND deleted_at IS NULL ORDER BY id',
);

/** Returns the ids of the pinned posts of a forum, in ascending order. */
export const findPinnedIDs = (db: Database, forumID: string): number[] =>
  pinnedQuery.all(db, { forumID }).map(({ id }) => id);

const liveQuery = prepareQueryText<{ forumID: string }, { id: number; isShown: 0 | 1 }>(`
  SELECT id, moderation_state NOT IN ('quarantined', 'autoQuarantined') AS isShown FROM forum_posts
  WHERE forum_id = :forumID AND deleted_at IS NULL`);

/** Returns the ids of a forum's posts that aren't deleted; with `areShown`, without those under review. */
export const findLiveIDs = (db: Database, forumID: string, { areShown = false } = {}): number[] =>
  liveQuery
    .all(db, { forumID })
    .filter(({ isShown }) => !areShown || isShown === 1)
    .map(({ id }) => id);
