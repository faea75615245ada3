import { sql } from 'drizzle-orm';
import { checkTables, type RowCheck, updateRows } from '#area/row-checks.ts';
import { postMarks } from './posts/store.ts';
import { forumPosts, forumReaders, forums, forumsFullText } from './tables.ts';

/** Both counts are in an index: 500 forums with a million posts take 20 ms, and a second if each post is read. */
const livePosts = sql`(
  (SELECT count(*) FROM ${forumPosts} AS p WHERE p.forum_id = it.id)
  - (SELECT count(*) FROM ${forumPosts} AS p WHERE p.forum_id = it.id AND p.deleted_at IS NOT NULL))`;
/** Ordinals begin at 0, and rows of posts are never removed. */
const nextOrdinal = sql`(SELECT coalesce(max(p.ordinal) + 1, 0) FROM ${forumPosts} AS p WHERE p.forum_id = it.id)`;
const totalPostsOfForum = sql`(SELECT f.posts_ever FROM ${forums} AS f WHERE f.id = it.forum_id)`;

const checks: readonly RowCheck[] = [
  {
    table: forums,
    isWrong: sql`it.post_count <> ${livePosts}`,
    what: sql`'number of posts of forum ' || it.id`,
    stored: sql`it.post_count`,
    expected: 'the number of its posts that are not deleted',
    repairs: [updateRows(sql`post_count = ${livePosts}`)],
  },
  {
    table: forums,
    isWrong: sql`it.posts_ever <> ${nextOrdinal}`,
    what: sql`'next ordinal of forum ' || it.id`,
    stored: sql`it.posts_ever`,
    expected: "one more than its last post's",
    repairs: [updateRows(sql`posts_ever = ${nextOrdinal}`)],
  },
  {
    table: forumReaders,
    isWrong: sql`it.read_up_to > ${totalPostsOfForum}`,
    what: sql`'what ' || it.user_id || ' has read of forum ' || it.forum_id`,
    stored: sql`it.read_up_to`,
    expected: 'at most the number of posts ever made there',
    repairs: [updateRows(sql`read_up_to = ${totalPostsOfForum}`)],
  },
  {
    table: forumReaders,
    isWrong: sql`it.is_favorite = 1 AND it.is_muted = 1`,
    what: sql`'what ' || it.user_id || ' chose for forum ' || it.forum_id`,
    stored: 'favorite and muted',
    expected: 'one of the two',
    repairs: [],
  },
  {
    table: forumReaders,
    isWrong: sql`it.watched_from IS NOT NULL AND it.is_muted = 1`,
    what: sql`'what ' || it.user_id || ' chose for forum ' || it.forum_id`,
    stored: 'watched and muted',
    expected: 'muted, which ends watching',
    repairs: [updateRows(sql`watched_from = NULL`)],
  },
  {
    table: forumReaders,
    isWrong: sql`it.watched_from > ${totalPostsOfForum}`,
    what: sql`'what is news to ' || it.user_id || ' in forum ' || it.forum_id`,
    stored: sql`it.watched_from`,
    expected: 'at most the number of posts ever made there',
    repairs: [updateRows(sql`watched_from = ${totalPostsOfForum}`)],
  },
  postMarks.check,
];

/** Finds and repairs inconsistencies in the area's rows. */
export const { verify: verifyForums, repair: repairForums } = checkTables(checks, ...forumsFullText);
