import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Page } from '#contract/query.ts';
import { selectValues } from '#db/json-list.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { type FezPostRow, fezPosts } from '../tables.ts';

const postQuery = statement((queries) =>
  queries
    .select()
    .from(fezPosts)
    .where(eq(fezPosts.id, sql.placeholder('id')))
    .prepare(),
);

/** Deleted ones too. */
export const findPost = (db: Database, id: number): FezPostRow | undefined => postQuery(db).get({ id });

const insertPostQuery = statement((queries) =>
  queries
    .insert(fezPosts)
    .values({
      fezID: sql.placeholder('fezID'),
      authorID: sql.placeholder('authorID'),
      text: sql.placeholder('text'),
      image: sql.placeholder('image'),
      createdAt: sql.placeholder('createdAt'),
    })
    .returning()
    .prepare(),
);

type NewPost = Pick<FezPostRow, 'fezID' | 'authorID' | 'text' | 'image' | 'createdAt'>;

export const insertPost = (db: Database, row: NewPost): FezPostRow => insertPostQuery(db).get(row);

export function updatePost(db: Database, id: number, changes: Partial<Omit<FezPostRow, 'id'>>): void {
  db.queries.update(fezPosts).set(changes).where(eq(fezPosts.id, id)).run();
}

const postPageQuery = statement((queries) =>
  queries
    .select()
    .from(fezPosts)
    .where(
      and(
        eq(fezPosts.fezID, sql.placeholder('fezID')),
        isNull(fezPosts.deletedAt),
        sql`${fezPosts.authorID} NOT IN ${selectValues(sql.placeholder('hidden'))}`,
      ),
    )
    .orderBy(asc(fezPosts.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('start'))
    .prepare(),
);

/** Posts that none of these people wrote, oldest first. */
export function findPosts(db: Database, fezID: string, hidden: readonly string[], page: Page): FezPostRow[] {
  return postPageQuery(db).all({ fezID, hidden: JSON.stringify(hidden), ...page });
}

const livePostsQuery = statement((queries) =>
  queries
    .select()
    .from(fezPosts)
    .where(and(sql`${fezPosts.id} IN ${selectValues(sql.placeholder('ids'))}`, isNull(fezPosts.deletedAt)))
    .prepare(),
);

/** Those of these posts that were not deleted. */
export const findLivePosts = (db: Database, ids: readonly number[]): FezPostRow[] =>
  livePostsQuery(db).all({ ids: JSON.stringify(ids) });

const newestPostQuery = statement((queries) =>
  queries
    .select({ id: sql<number>`coalesce(max(${fezPosts.id}), 0)` })
    .from(fezPosts)
    .where(and(eq(fezPosts.fezID, sql.placeholder('fezID')), isNull(fezPosts.deletedAt)))
    .prepare(),
);

/** Id of the newest post, whoever wrote it; 0 when there is none. */
export const findNewestPostID = (db: Database, fezID: string): number => newestPostQuery(db).get({ fezID })?.id ?? 0;
