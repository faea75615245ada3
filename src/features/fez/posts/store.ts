import { and, asc, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { WriteContext } from '#area/context.ts';
import type { Page } from '#contract/query.ts';
import type { Database } from '#db/open.ts';
import {
  type Placeholders,
  prepareInsert,
  prepareQuery,
  prepareVariants,
  prepareWriteText,
  selectValues,
} from '#db/prepared.ts';
import { type FezPostRow, fezPosts } from '../tables.ts';

const postQuery = prepareQuery((queries, { id }: Placeholders<{ id: number }>) =>
  queries.select().from(fezPosts).where(eq(fezPosts.id, id)),
);

/** Returns deleted posts too. */
export const findPost = (db: Database, id: number): FezPostRow | undefined => postQuery.get(db, { id });

const insertPostQuery = prepareInsert(fezPosts, 'id', 'moderationState', 'deletedAt', 'likeCount');

const countQuery = prepareWriteText<{ fezID: string; change: 1 | -1 }>(
  'UPDATE fezzes SET post_count = post_count + :change WHERE id = :fezID',
);

/** Stores a new post and returns it with its id. */
export function insertPost(context: WriteContext, row: Parameters<typeof insertPostQuery.get>[1]): FezPostRow {
  changeCount(context, row.fezID, 1);
  return insertPostQuery.get(context.db, row);
}

function changeCount(context: WriteContext, fezID: string, change: 1 | -1): void {
  countQuery.run(context.db, { fezID, change });
}

/** Stores that a live post is deleted. */
export function savePostDeletion(
  context: WriteContext,
  { id, fezID }: Pick<FezPostRow, 'id' | 'fezID'>,
  deletedAt: Date,
): void {
  changeCount(context, fezID, -1);
  context.db.queries.update(fezPosts).set({ deletedAt }).where(eq(fezPosts.id, id)).run();
}

/** Stores the moderators' decision about a post. */
export function savePostState(context: WriteContext, id: number, moderationState: FezPostRow['moderationState']): void {
  context.db.queries.update(fezPosts).set({ moderationState }).where(eq(fezPosts.id, id)).run();
}

type PostPage = { fezID: string; hiddenIDs: string; limit: number; start: number };
type PostPageForm = { readonly hides: boolean; readonly isFromEnd: boolean };

const postPageQuery = prepareVariants(
  (queries, { fezID, hiddenIDs, limit, start }: Placeholders<PostPage>, { hides, isFromEnd }: PostPageForm) =>
    queries
      .select()
      .from(fezPosts)
      .where(
        and(
          eq(fezPosts.fezID, fezID),
          isNull(fezPosts.deletedAt),
          hides ? sql`${fezPosts.authorID} NOT IN ${selectValues(hiddenIDs)}` : undefined,
        ),
      )
      .orderBy(isFromEnd ? desc(fezPosts.id) : asc(fezPosts.id))
      .limit(limit)
      .offset(start),
);

/**
 * Returns a page of the posts without those of these users, oldest first. `total` is the number of such posts: the walk
 * begins at the end that is closer to the page, since most people read the last page of a long chat.
 */
export function findPosts(
  db: Database,
  { fezID, hiddenIDs }: { fezID: string; hiddenIDs: readonly string[] },
  { start, limit: maxPosts, total }: Page & { readonly total: number },
): FezPostRow[] {
  const limit = Math.min(maxPosts, total - start);
  if (limit <= 0) return [];
  const rest = total - start - limit;
  const isFromEnd = rest < start;
  const form = { hides: hiddenIDs.length > 0, isFromEnd };
  const parameters = { fezID, hiddenIDs: JSON.stringify(hiddenIDs), limit, start: isFromEnd ? rest : start };
  const posts = postPageQuery.all(db, form, parameters);
  return isFromEnd ? posts.reverse() : posts;
}

const postsBeforeQuery = prepareQuery(
  (queries, { fezID, hiddenIDs, before, limit }: Placeholders<PostsBefore & { hiddenIDs: string }>) =>
    queries
      .select()
      .from(fezPosts)
      .where(
        and(
          eq(fezPosts.fezID, fezID),
          lt(fezPosts.id, before),
          isNull(fezPosts.deletedAt),
          sql`${fezPosts.authorID} NOT IN ${selectValues(hiddenIDs)}`,
        ),
      )
      .orderBy(desc(fezPosts.id))
      .limit(limit),
);
type PostsBefore = { fezID: string; before: number; limit: number };

/** Returns the posts just before one, without those of hidden users, oldest first. */
export const findPostsBefore = (
  db: Database,
  { hiddenIDs, ...place }: PostsBefore & { readonly hiddenIDs: readonly string[] },
): FezPostRow[] => postsBeforeQuery.all(db, { ...place, hiddenIDs: JSON.stringify(hiddenIDs) }).reverse();

const livePostsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(fezPosts)
    .where(and(sql`${fezPosts.id} IN ${selectValues(ids)}`, isNull(fezPosts.deletedAt))),
);

/** Returns the posts that aren't deleted. */
export const findLivePosts = (db: Database, ids: readonly number[]): FezPostRow[] =>
  livePostsQuery.all(db, { ids: JSON.stringify(ids) });

const newestPostQuery = prepareQuery((queries, { fezID }: Placeholders<{ fezID: string }>) =>
  queries
    .select({ id: sql<number>`coalesce(max(${fezPosts.id}), 0)` })
    .from(fezPosts)
    .where(and(eq(fezPosts.fezID, fezID), isNull(fezPosts.deletedAt))),
);

/** Returns the id of the newest post, by any author; 0 if there is none. */
export const findNewestPostID = (db: Database, fezID: string): number => newestPostQuery.get(db, { fezID })?.id ?? 0;

const lastPostsQuery = prepareQuery((queries, { fezID, limit }: Placeholders<{ fezID: string; limit: number }>) =>
  queries
    .select()
    .from(fezPosts)
    .where(and(eq(fezPosts.fezID, fezID), isNull(fezPosts.deletedAt)))
    .orderBy(sql`${fezPosts.id} DESC`)
    .limit(limit),
);

/** Returns the last posts of a fez, newest first. */
export const findLastPosts = (db: Database, fezID: string, limit: number): FezPostRow[] =>
  lastPostsQuery.all(db, { fezID, limit });
