import { type SQL, sql } from 'drizzle-orm';
import { checkTables, type RowCheck } from '#area/row-checks.ts';
import { postMarks } from './posts/store.ts';
import { forumPosts, forumReaders, forums, forumsFullText } from './tables.ts';

/** Both counts are in an index: 500 forums with a million posts take 20 ms, and a second if each post is read. */
const livePosts = sql`(
  (SELECT count(*) FROM ${forumPosts} AS p WHERE p.forum_id = it.id)
  - (SELECT count(*) FROM ${forumPosts} AS p WHERE p.forum_id = it.id AND p.deleted_at IS NOT NULL))`;
/** Ordinals begin at 0, and rows of posts are never removed. */
const nextOrdinal = sql`(SELECT coalesce(max(p.ordinal) + 1, 0) FROM ${forumPosts} AS p WHERE p.forum_id = it.id)`;
const totalPostsOfForum = sql`(SELECT f.posts_ever FROM ${forums} AS f WHERE f.id = it.forum_id)`;

/** Returns the check of a forum column that is derived from its posts. */
const createForumCheck = (
  column: 'post_count' | 'posts_ever',
  counted: SQL,
  what: string,
  expected: string,
): RowCheck => {
  const stored = sql.raw(`it.${column}`);
  return {
    table: forums,
    query: (isInRange) => sql`
      SELECT ${what} || ' of forum ' || it.id AS what, ${stored} || '' AS stored
      FROM ${forums} AS it NOT INDEXED WHERE ${isInRange} AND ${stored} <> ${counted}`,
    expected,
    repairs: [
      (isInRange) => sql`
        UPDATE ${forums} AS it NOT INDEXED SET ${sql.raw(column)} = ${counted}
        WHERE ${isInRange} AND ${stored} <> ${counted}`,
    ],
  };
};

const checks: readonly RowCheck[] = [
  createForumCheck('post_count', livePosts, 'number of posts', 'the number of its posts that are not deleted'),
  createForumCheck('posts_ever', nextOrdinal, 'next ordinal', 'one more than that of its last post'),
  {
    table: forumReaders,
    query: (isInRange) => sql`
      SELECT 'what ' || it.user_id || ' has read of forum ' || it.forum_id AS what, it.read_up_to || '' AS stored
      FROM ${forumReaders} AS it NOT INDEXED WHERE ${isInRange} AND it.read_up_to > ${totalPostsOfForum}`,
    expected: 'at most what was ever posted there',
    repairs: [
      (isInRange) => sql`
        UPDATE ${forumReaders} AS it NOT INDEXED SET read_up_to = ${totalPostsOfForum}
        WHERE ${isInRange} AND it.read_up_to > ${totalPostsOfForum}`,
    ],
  },
  {
    table: forumReaders,
    query: (isInRange) => sql`
      SELECT 'what ' || it.user_id || ' chose for forum ' || it.forum_id AS what, 'favorite and muted' AS stored
      FROM ${forumReaders} AS it NOT INDEXED WHERE ${isInRange} AND it.is_favorite = 1 AND it.is_muted = 1`,
    expected: 'one of the two',
    repairs: [],
  },
  {
    table: forumReaders,
    query: (isInRange) => sql`
      SELECT 'what ' || it.user_id || ' chose for forum ' || it.forum_id AS what, 'watched and muted' AS stored
      FROM ${forumReaders} AS it NOT INDEXED WHERE ${isInRange} AND it.watched_from IS NOT NULL AND it.is_muted = 1`,
    expected: 'muted, which ends watching',
    repairs: [
      (isInRange) => sql`
        UPDATE ${forumReaders} AS it NOT INDEXED SET watched_from = NULL
        WHERE ${isInRange} AND it.watched_from IS NOT NULL AND it.is_muted = 1`,
    ],
  },
  {
    table: forumReaders,
    query: (isInRange) => sql`
      SELECT 'what is news to ' || it.user_id || ' in forum ' || it.forum_id AS what, it.watched_from || '' AS stored
      FROM ${forumReaders} AS it NOT INDEXED WHERE ${isInRange} AND it.watched_from > ${totalPostsOfForum}`,
    expected: 'at most what was ever posted there',
    repairs: [
      (isInRange) => sql`
        UPDATE ${forumReaders} AS it NOT INDEXED SET watched_from = ${totalPostsOfForum}
        WHERE ${isInRange} AND it.watched_from > ${totalPostsOfForum}`,
    ],
  },
  postMarks.check,
];

/** Finds and repairs inconsistencies in the area's rows. */
export const { verify: verifyForums, repair: repairForums } = checkTables(checks, ...forumsFullText);
