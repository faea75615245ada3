import { cacheByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import { prepareQueryText } from '#db/prepared.ts';
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

interface BoardRow extends Pick<ForumRow, 'id' | 'categoryID' | 'creatorID' | 'title' | 'moderationState' | 'eventID'> {
  readonly isPinned: 0 | 1;
  readonly postCount: number;
  readonly postsEver: number;
  readonly lastPostAt: number;
  readonly createdAt: number;
  readonly newestID: number | null;
  readonly newestOrdinal: number;
  readonly newestAuthorID: string;
  readonly newestAt: number;
}

const columns = `
  SELECT f.id, f.category_id AS categoryID, f.creator_id AS creatorID, f.title, f.moderation_state AS moderationState,
    f.is_pinned AS isPinned, f.event_id AS eventID, f.post_count AS postCount, f.posts_ever AS postsEver,
    f.last_post_at AS lastPostAt, f.created_at AS createdAt,
    p.id AS newestID, p.ordinal AS newestOrdinal, p.author_id AS newestAuthorID, p.created_at AS newestAt
  FROM forums AS f LEFT JOIN forum_posts AS p ON p.id = (
    SELECT id FROM forum_posts WHERE forum_id = f.id AND deleted_at IS NULL ORDER BY ordinal DESC LIMIT 1)
  WHERE f.deleted_at IS NULL`;

const forumsQuery = prepareQueryText<{ ids: string }, BoardRow>(
  `${columns} AND f.id IN (SELECT value FROM json_each(:ids))`,
);

function toForum({ newestID, newestOrdinal, newestAuthorID, newestAt, ...row }: BoardRow): Forum {
  return {
    ...row,
    isPinned: row.isPinned === 1,
    lastPostAt: new Date(row.lastPostAt),
    createdAt: new Date(row.createdAt),
    newest:
      newestID === null
        ? undefined
        : { id: newestID, ordinal: newestOrdinal, authorID: newestAuthorID, createdAt: new Date(newestAt) },
  };
}

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
    forumsQuery.all(context.db, { ids: JSON.stringify(missing) }).map((row): [string, Forum] => [row.id, toForum(row)]),
  );
  return ids.flatMap((id) => forums.get(id) ?? []);
}

/** Undefined for one that was deleted. */
export const findForum = (context: Context, id: string): Forum | undefined => findForums(context, [id])[0];
