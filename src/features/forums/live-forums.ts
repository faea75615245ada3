import { and, getTableColumns, isNull, sql } from 'drizzle-orm';
import { cacheByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { type Placeholders, prepareQuery, selectValues } from '#db/prepared.ts';
import { type ForumPostRow, type ForumRow, forumPosts, forums } from './tables.ts';

/** What a list of forums shows of a post. */
export interface PostPreview {
  readonly authorID: string;
  readonly createdAt: Date;
}

/** The newest post of a forum that isn't deleted. */
export type NewestPost = PostPreview & Pick<ForumPostRow, 'id' | 'ordinal' | 'moderationState'>;

/** A forum that isn't deleted. The same object while neither the forum nor its posts change. */
export interface LiveForum extends Omit<ForumRow, 'deletedAt'> {
  readonly newest: NewestPost | undefined;
}

const { deletedAt: _deletedAt, ...forumColumns } = getTableColumns(forums);
const { id, ordinal, authorID, createdAt, moderationState } = getTableColumns(forumPosts);

const forumsQuery = prepareQuery((queries, { ids }: Placeholders<{ ids: string }>) =>
  queries
    .select({ forum: forumColumns, newest: { id, ordinal, authorID, createdAt, moderationState } })
    .from(forums)
    .leftJoin(
      forumPosts,
      sql`${forumPosts.id} = (
        SELECT p.id FROM forum_posts AS p WHERE p.forum_id = ${forums.id} AND p.deleted_at IS NULL
        ORDER BY p.ordinal DESC LIMIT 1)`,
    )
    .where(and(isNull(forums.deletedAt), sql`${forums.id} IN ${selectValues(ids)}`)),
);

/** More than one sailing has. */
const maxForums = 10_000;
const forumCache = cacheByKey<LiveForum>(
  [
    { table: forums, key: forums.id },
    { table: forumPosts, key: forumPosts.forumID },
  ],
  { max: maxForums },
);

/** Returns the forums that aren't deleted, in the order of the ids. */
export function findForums(context: Context, ids: readonly string[]): LiveForum[] {
  const forums = forumCache(context).getAll(ids, (missing) =>
    forumsQuery
      .all(context.db, { ids: JSON.stringify(missing) })
      .map(({ forum, newest }): [string, LiveForum] => [forum.id, { ...forum, newest: newest ?? undefined }]),
  );
  return ids.flatMap((id) => forums.get(id) ?? []);
}

/** Returns undefined for a deleted forum. */
export const findForum = (context: Context, id: string): LiveForum | undefined => findForums(context, [id])[0];
