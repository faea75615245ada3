import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Page } from '#contract/query.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWrite, selectValues } from '#db/prepared.ts';
import { type FezPostRow, fezPosts } from '../tables.ts';

const postQuery = prepareQuery((queries, { id }: Placeholders<{ id: number }>) =>
  queries.select().from(fezPosts).where(eq(fezPosts.id, id)),
);

/** Deleted ones too. */
export const findPost = (db: Database, id: number): FezPostRow | undefined => postQuery.get(db, { id });

type NewPost = Pick<FezPostRow, 'fezID' | 'authorID' | 'text' | 'image' | 'createdAt'>;

const insertPostQuery = prepareWrite((queries, { fezID, authorID, text, image, createdAt }: Placeholders<NewPost>) =>
  queries.insert(fezPosts).values({ fezID, authorID, text, image, createdAt }).returning(),
);

/** Stores a new post and returns it with its id. */
export const insertPost = (db: Transaction, row: NewPost): FezPostRow => insertPostQuery.get(db, row);

/** Stores changes of a post. */
export function updatePost(db: Transaction, id: number, changes: Partial<Omit<FezPostRow, 'id'>>): void {
  db.queries.update(fezPosts).set(changes).where(eq(fezPosts.id, id)).run();
}

const postPageQuery = prepareQuery(
  (
    queries,
    {
      fezID,
      hiddenIDs,
      limit,
      start,
    }: Placeholders<{ fezID: string; hiddenIDs: string; limit: number; start: number }>,
  ) =>
    queries
      .select()
      .from(fezPosts)
      .where(
        and(
          eq(fezPosts.fezID, fezID),
          isNull(fezPosts.deletedAt),
          sql`${fezPosts.authorID} NOT IN ${selectValues(hiddenIDs)}`,
        ),
      )
      .orderBy(asc(fezPosts.id))
      .limit(limit)
      .offset(start),
);

/** A page of the posts that none of these users wrote, oldest first. */
export function findPosts(db: Database, fezID: string, hiddenIDs: readonly string[], page: Page): FezPostRow[] {
  return postPageQuery.all(db, { fezID, hiddenIDs: JSON.stringify(hiddenIDs), ...page });
}

const livePostsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(fezPosts)
    .where(and(sql`${fezPosts.id} IN ${selectValues(ids)}`, isNull(fezPosts.deletedAt))),
);

/** Those of these posts that were not deleted. */
export const findLivePosts = (db: Database, ids: readonly number[]): FezPostRow[] =>
  livePostsQuery.all(db, { ids: JSON.stringify(ids) });

const newestPostQuery = prepareQuery((queries, { fezID }: Placeholders<{ fezID: string }>) =>
  queries
    .select({ id: sql<number>`coalesce(max(${fezPosts.id}), 0)` })
    .from(fezPosts)
    .where(and(eq(fezPosts.fezID, fezID), isNull(fezPosts.deletedAt))),
);

/** Id of the newest post, whoever wrote it; 0 when there is none. */
export const findNewestPostID = (db: Database, fezID: string): number => newestPostQuery.get(db, { fezID })?.id ?? 0;
