import { cacheByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { microblogPosts } from './tables.ts';

/**
 * Posts are counted in blocks of this many ids, so a page deep in the feed skips whole blocks instead of single posts.
 */
export const idsPerBlock = 512;

/** Returns the block that an id is in. */
export const getBlock = (id: number): number => Math.floor(id / idsPerBlock);

/** The number of posts in a block that aren't deleted. */
export interface BlockCount {
  readonly posts: number;
  /** Without replies to other posts. */
  readonly withoutReplies: number;
}

const isNotReplyCondition = '(reply_group_id IS NULL OR reply_group_id = id)';

const countsQuery = prepareQueryText<{ blocks: string }, BlockCount & { block: number }>(`
  SELECT block.value AS block, count(post.id) AS posts,
    sum(post.id IS NOT NULL AND (post.reply_group_id IS NULL OR post.reply_group_id = post.id)) AS withoutReplies
  FROM json_each(:blocks) AS block LEFT JOIN microblog_posts AS post INDEXED BY microblog_posts_live
    ON post.id BETWEEN block.value * ${idsPerBlock} AND block.value * ${idsPerBlock} + ${idsPerBlock - 1}
      AND post.deleted_at IS NULL
  GROUP BY block.value`);

/** Covers the ids of a million posts. */
const maxBlocks = 2_000;

const countCache = cacheByKey<BlockCount>([{ table: microblogPosts, key: microblogPosts.id }], {
  max: maxBlocks,
  keyOf: (id) => String(getBlock(Number(id))),
});

/** Counts the posts in each of these blocks, by any author. */
export const countBlocks = (context: Context, blocks: readonly number[]): ReadonlyMap<string, BlockCount> =>
  countCache(context).getAll(blocks.map(String), (missing) =>
    countsQuery
      .all(context.db, { blocks: `[${missing.join()}]` })
      .map(({ block, ...counts }): [string, BlockCount] => [String(block), counts]),
  );

const countsByAuthorsQuery = prepareQueryText<{ authorIDs: string }, BlockCount & { block: number }>(`
  SELECT id / ${idsPerBlock} AS block, count(*) AS posts, sum(${isNotReplyCondition}) AS withoutReplies
  FROM microblog_posts INDEXED BY microblog_posts_by_author
  WHERE author_id IN (SELECT value FROM json_each(:authorIDs)) AND deleted_at IS NULL
  GROUP BY block`);

/** Counts the posts of these users in each block; blocks without any are missing. */
export const countBlocksOf = (context: Context, authorIDs: readonly string[]): ReadonlyMap<number, BlockCount> =>
  new Map(
    countsByAuthorsQuery
      .all(context.db, { authorIDs: JSON.stringify(authorIDs) })
      .map(({ block, ...counts }) => [block, counts]),
  );

const rangeQuery = prepareQueryText<{ first: number; last: number; hiddenIDs: string }, BlockCount>(`
  SELECT count(*) AS posts, coalesce(sum(${isNotReplyCondition}), 0) AS withoutReplies
  FROM microblog_posts INDEXED BY microblog_posts_live
  WHERE id BETWEEN :first AND :last AND deleted_at IS NULL
    AND author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))`);

/** Counts the posts by others than these users with an id from `first` to `last`, which are in one block. */
export const countRange = (
  context: Context,
  { first, last, hiddenIDs }: { first: number; last: number; hiddenIDs: readonly string[] },
): BlockCount =>
  rangeQuery.get(context.db, { first, last, hiddenIDs: JSON.stringify(hiddenIDs) }) ?? { posts: 0, withoutReplies: 0 };

const newestQuery = prepareQueryText<Record<never, never>, { id: number | null }>(
  'SELECT max(id) AS id FROM microblog_posts',
);

/** Returns the id of the newest post, deleted or not; 0 if there is none. */
export const findNewestID = (context: Context): number => newestQuery.get(context.db, {})?.id ?? 0;
