import { eq, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { cacheByKey } from '#area/caches.ts';
import type { Context, WriteContext } from '#area/context.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import { createPostEdits, type PostEditTable } from './edits.ts';
import { createPostMarks } from './marks.ts';
import type { StoredPost } from './tables.ts';

type PostTable = SQLiteTable & { readonly id: SQLiteColumn; readonly $inferSelect: StoredPost };

/** The tables of one area's public posts, with their marks and edits. */
export function createPostStore<Posts extends PostTable>(tables: {
  readonly posts: Posts;
  readonly marks: SQLiteTable;
  readonly edits: PostEditTable;
}) {
  type Post = Posts['$inferSelect'];
  const posts: PostTable = tables.posts;
  const query = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
    queries
      .select()
      .from(posts as SQLiteTable)
      .where(sql`${posts.id} IN ${selectValues(ids)}`),
  );
  const postCache = cacheByKey<Post>([{ table: posts, key: posts.id }], { max: 20_000 });

  /**
   * Returns the existing posts, including deleted ones, in the order of the ids. A row is the same object until it
   * changes.
   */
  function findPosts(context: Context, ids: readonly number[]): Post[] {
    const rows = postCache(context).getAll(ids.map(String), (missing) =>
      // Rows of this very table.
      (query.all(context.db, { ids: JSON.stringify(missing.map(Number)) }) as Post[]).map((row): [string, Post] => [
        String(row.id),
        row,
      ]),
    );
    return ids.flatMap((id) => rows.get(String(id)) ?? []);
  }

  return {
    findPosts,
    /** Includes deleted posts. */
    findPost: (context: Context, id: number): Post | undefined => findPosts(context, [id])[0],
    /** Stores changes of a post. */
    savePost(context: WriteContext, { id }: StoredPost, changes: Partial<Omit<Post, 'id'>>): void {
      context.db.queries
        .update(posts as SQLiteTable)
        .set(changes)
        .where(eq(posts.id, id))
        .run();
    },
    /** Reactions and bookmarks. */
    marks: createPostMarks(tables),
    edits: createPostEdits(tables.edits),
  };
}
