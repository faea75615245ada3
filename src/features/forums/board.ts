import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Database } from '#db/open.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { watchTable } from '#db/watched-tables.ts';
import { type CachedRows, cacheRows, type Rows } from '#platform/cached-rows.ts';
import { foldCase } from '#platform/text.ts';
import { type ForumRow, forumPosts, forums } from './tables.ts';

/** A post as a list of forums tells of it. */
export interface PostGlimpse {
  readonly authorID: string;
  readonly createdAt: Date;
}

/** A forum that is not deleted. The same object as long as neither the forum nor its posts change. */
export interface Forum extends Omit<ForumRow, 'deletedAt'> {
  /** The title with its letter case folded, to sort by. */
  readonly titleKey: string;
  /** The newest post that is not deleted. */
  readonly newest: (PostGlimpse & { readonly id: number; readonly ordinal: number }) | undefined;
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

const allQuery = prepareQueryText<Record<never, never>, BoardRow>(columns);
const someQuery = prepareQueryText<{ ids: string }, BoardRow>(
  `${columns} AND f.id IN (SELECT value FROM json_each(:ids))`,
);

function* loadForums(db: Database, ids?: readonly string[]): Iterable<readonly [string, Forum]> {
  const rows = ids ? someQuery.all(db, { ids: JSON.stringify(ids) }) : allQuery.all(db, {});
  for (const row of rows) yield [row.id, toForum(row)];
}

function toForum({ newestID, newestOrdinal, newestAuthorID, newestAt, ...row }: BoardRow): Forum {
  return {
    ...row,
    isPinned: row.isPinned === 1,
    lastPostAt: new Date(row.lastPostAt),
    createdAt: new Date(row.createdAt),
    titleKey: foldCase(row.title),
    newest:
      newestID === null
        ? undefined
        : { id: newestID, ordinal: newestOrdinal, authorID: newestAuthorID, createdAt: new Date(newestAt) },
  };
}

/** As many as a ship makes while somebody does not look. */
const maxChanges = 500;
const watches = [
  watchTable({ table: forums, key: forums.id }),
  watchTable({ table: forumPosts, key: forumPosts.forumID }),
];
const boardCache = createOncePerInstance(({ db, caches }) => {
  let rows: CachedRows<Forum> | undefined;
  const forget = () => {
    rows = undefined;
  };
  caches.register(forget);
  for (const watch of watches) db.onWritten(watch, (id) => (id === undefined ? forget() : rows?.invalidate(id)));
  return () => {
    rows ??= cacheRows((ids) => loadForums(db, ids), { maxChanges });
    return rows;
  };
});

/**
 * All forums that are not deleted. There are some thousands and every list looks at all of them, so they are in memory;
 * the object is the same as long as nothing changes in any of them.
 */
export const getBoard = (context: Context): Rows<Forum> => boardCache(context)().get();

/** Undefined for one that was deleted. */
export const findForum = (context: Context, id: string): Forum | undefined => getBoard(context).byID.get(id);
