import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Page } from '#contract/query.ts';
import { selectValues } from '#db/json-list.ts';
import type { Database, Transaction } from '#db/open.ts';
import { type Placeholders, prepareQuery, prepareWrite } from '#db/prepared.ts';
import { type FezPostRow, fezPosts } from '../tables.ts';

const postQuery = prepareQuery((queries, parameters: Placeholders<{ id: number }>) =>
  queries.select().from(fezPosts).where(eq(fezPosts.id, parameters.id)),
);

/** Deleted ones too. */
export const findPost = (db: Database, id: number): FezPostRow | undefined => postQuery.get(db, { id });

const insertPostQuery = prepareWrite(
  (
    queries,
    parameters: Placeholders<{ fezID: string; authorID: string; text: string; image: string | null; createdAt: Date }>,
  ) =>
    queries
      .insert(fezPosts)
      .values({
        fezID: parameters.fezID,
        authorID: parameters.authorID,
        text: parameters.text,
        image: parameters.image,
        createdAt: parameters.createdAt,
      })
      .returning(),
);

type NewPost = Pick<FezPostRow, 'fezID' | 'authorID' | 'text' | 'image' | 'createdAt'>;

export const insertPost = (db: Transaction, row: NewPost): FezPostRow => insertPostQuery.get(db, row);

export function updatePost(db: Transaction, id: number, changes: Partial<Omit<FezPostRow, 'id'>>): void {
  db.queries.update(fezPosts).set(changes).where(eq(fezPosts.id, id)).run();
}

const postPageQuery = prepareQuery(
  (queries, parameters: Placeholders<{ fezID: string; hidden: string; limit: number; start: number }>) =>
    queries
      .select()
      .from(fezPosts)
      .where(
        and(
          eq(fezPosts.fezID, parameters.fezID),
          isNull(fezPosts.deletedAt),
          sql`${fezPosts.authorID} NOT IN ${selectValues(parameters.hidden)}`,
        ),
      )
      .orderBy(asc(fezPosts.id))
      .limit(parameters.limit)
      .offset(parameters.start),
);

/** Posts that none of these people wrote, oldest first. */
export function findPosts(db: Database, fezID: string, hidden: readonly string[], page: Page): FezPostRow[] {
  return postPageQuery.all(db, { fezID, hidden: JSON.stringify(hidden), ...page });
}

const livePostsQuery = prepareQuery((queries, parameters: Placeholders<{ ids: string }>) =>
  queries
    .select()
    .from(fezPosts)
    .where(and(sql`${fezPosts.id} IN ${selectValues(parameters.ids)}`, isNull(fezPosts.deletedAt))),
);

/** Those of these posts that were not deleted. */
export const findLivePosts = (db: Database, ids: readonly number[]): FezPostRow[] =>
  livePostsQuery.all(db, { ids: JSON.stringify(ids) });

const newestPostQuery = prepareQuery((queries, parameters: Placeholders<{ fezID: string }>) =>
  queries
    .select({ id: sql<number>`coalesce(max(${fezPosts.id}), 0)` })
    .from(fezPosts)
    .where(and(eq(fezPosts.fezID, parameters.fezID), isNull(fezPosts.deletedAt))),
);

/** Id of the newest post, whoever wrote it; 0 when there is none. */
export const findNewestPostID = (db: Database, fezID: string): number => newestPostQuery.get(db, { fezID })?.id ?? 0;
