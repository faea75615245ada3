import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Page } from '#contract/query.ts';
import type { Database } from '#db/open.ts';
import { statement } from '#db/statement.ts';
import { type FezPostRow, fezPosts } from '../tables.ts';

const byID = statement((queries) =>
  queries
    .select()
    .from(fezPosts)
    .where(eq(fezPosts.id, sql.placeholder('id')))
    .prepare(),
);

/** Deleted ones too. */
export const findPost = (db: Database, id: number): FezPostRow | undefined => byID(db).get({ id });

export function insertPost(db: Database, row: Omit<typeof fezPosts.$inferInsert, 'id'>): FezPostRow {
  return db.queries.insert(fezPosts).values(row).returning().get();
}

export function updatePost(db: Database, id: number, changes: Partial<Omit<FezPostRow, 'id'>>): void {
  db.queries.update(fezPosts).set(changes).where(eq(fezPosts.id, id)).run();
}

const pageOfPosts = statement((queries) =>
  queries
    .select()
    .from(fezPosts)
    .where(
      and(
        eq(fezPosts.fezID, sql.placeholder('fezID')),
        isNull(fezPosts.deletedAt),
        sql`${fezPosts.authorID} NOT IN (SELECT value FROM json_each(${sql.placeholder('hidden')}))`,
      ),
    )
    .orderBy(asc(fezPosts.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('start'))
    .prepare(),
);

/** Posts that none of these people wrote, oldest first. */
export function findPosts(db: Database, fezID: string, hidden: readonly string[], page: Page): FezPostRow[] {
  return pageOfPosts(db).all({ fezID, hidden: JSON.stringify(hidden), ...page });
}

const liveByIDs = statement((queries) =>
  queries
    .select()
    .from(fezPosts)
    .where(
      and(sql`${fezPosts.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`, isNull(fezPosts.deletedAt)),
    )
    .prepare(),
);

/** Those of these posts that were not deleted. */
export const findLivePosts = (db: Database, ids: readonly number[]): FezPostRow[] =>
  liveByIDs(db).all({ ids: JSON.stringify(ids) });

const newestOf = statement((queries) =>
  queries
    .select({ id: sql<number>`coalesce(max(${fezPosts.id}), 0)` })
    .from(fezPosts)
    .where(and(eq(fezPosts.fezID, sql.placeholder('fezID')), isNull(fezPosts.deletedAt), gt(fezPosts.id, 0)))
    .prepare(),
);

/** Id of the newest post, whoever wrote it; 0 when there is none. */
export const findNewestPostID = (db: Database, fezID: string): number => newestOf(db).get({ fezID })?.id ?? 0;
