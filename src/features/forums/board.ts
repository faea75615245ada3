import { and, getTableColumns, isNull, sql } from 'drizzle-orm';
import { cacheByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import { type ForumRow, forumPosts, forums } from './tables.ts';

/** A post as a list of forums tells of it. */
export interface PostPreview {
  readonly authorID: string;
  readonly createdAt: Date;
}

/** A forum that is not deleted. The same object as long as neither the forum nor its posts change. */
export interface Forum extends Omit<ForumRow, 'deletedAt'> {
  /** The newest post that is not deleted. */
  readonly newest: (PostPreview & { readonly id: number; readonly ordinal: number }) | undefined;
}

const { deletedAt: _deletedAt, ...forumColumns } = getTableColumns(forums);
const { id, ordinal, authorID, createdAt } = getTableColumns(forumPosts);

const forumsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select({ forum: forumColumns, newest: { id, ordinal, authorID, createdAt } })
    .from(forums)
    .leftJoin(
      forumPosts,
      sql`${forumPosts.id} = (
        SELECT p.id FROM forum_posts AS p WHERE p.forum_id = ${forums.id} AND p.deleted_at IS NULL
        ORDER BY p.ordinal DESC LIMIT 1)`,
    )
    .where(and(isNull(forums.deletedAt), sql`${forums.id} IN ${selectValues(ids)}`)),
);

/** More than a sailing has. */
const maxForums = 10_000;
const forumCache = cacheByKey<Forum>(
  [
    { table: forums, key: forums.id },
    { table: forumPosts, key: forumPosts.forumID },
  ],
  { max: maxForums },
);

/** Those of the forums that are not deleted, in the order of the ids. */
export function findForums(context: Context, ids: readonly string[]): Forum[] {
  const forums = forumCache(context).getAll(ids, (missing) =>
    forumsQuery
      .all(context.db, { ids: JSON.stringify(missing) })
      .map(({ forum, newest }): [string, Forum] => [forum.id, { ...forum, newest: newest ?? undefined }]),
  );
  return ids.flatMap((id) => forums.get(id) ?? []);
}

/** Undefined for one that was deleted. */
export const findForum = (context: Context, id: string): Forum | undefined => findForums(context, [id])[0];
