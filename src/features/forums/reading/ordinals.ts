import { cacheByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { PostReader } from '#core/posts/index.ts';
import { prepareQueryText } from '#db/prepared.ts';
import type { Forum } from '../board.ts';
import { forumPosts } from '../tables.ts';

/**
 * Where a post is in a thread as someone sees it. Each post has an ordinal that never changes; its place is that
 * ordinal less the ordinals before it that were deleted or are hidden. So a place costs what is missing in the thread, and
 * not how long it is.
 */

/** What is missing for a reader: ordinals in ascending order. */
export type Missing = readonly number[];

const nothing: Missing = [];

/** How many of these ordinals lie before one. */
export function countBefore(missing: Missing, ordinal: number): number {
  let [from, to] = [0, missing.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((missing[middle] ?? 0) < ordinal) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** How many posts before this ordinal the reader sees. */
export const toPlace = (missing: Missing, ordinal: number): number => ordinal - countBefore(missing, ordinal);

/** The ordinal of the post in this place; of the end of the thread when there are not so many. */
export function toOrdinal(missing: Missing, place: number): number {
  let ordinal = place;
  for (const one of missing) {
    if (one > ordinal) break;
    ordinal += 1;
  }
  return ordinal;
}

type OrdinalsByForum = ReadonlyMap<string, Missing>;

const authorsQuery = prepareQueryText<{ authorIDs: string }, { authorID: string; forumID: string; ordinal: number }>(`
  SELECT author_id AS authorID, forum_id AS forumID, ordinal FROM forum_posts
  WHERE author_id IN (SELECT value FROM json_each(:authorIDs)) AND deleted_at IS NULL
  ORDER BY author_id, forum_id, ordinal`);

/** By author, for authors whom someone does not see. */
const authorsCache = cacheByKey<OrdinalsByForum>(
  [{ table: forumPosts, key: forumPosts.authorID, columns: [forumPosts.authorID, forumPosts.deletedAt] }],
  { max: 2000 },
);

function loadOrdinals(context: Context, authorIDs: readonly string[]): Map<string, OrdinalsByForum> {
  const byAuthor = new Map<string, Map<string, number[]>>(authorIDs.map((authorID) => [authorID, new Map()]));
  for (const { authorID, forumID, ordinal } of authorsQuery.all(context.db, { authorIDs: JSON.stringify(authorIDs) })) {
    const byForum = byAuthor.get(authorID);
    const ordinals = byForum?.get(forumID);
    if (ordinals) ordinals.push(ordinal);
    else byForum?.set(forumID, [ordinal]);
  }
  return byAuthor;
}

/** The ordinals of live posts of these authors, by forum, for each author. */
export const findOrdinalsOf = (context: Context, authorIDs: Iterable<string>): readonly OrdinalsByForum[] => [
  ...authorsCache(context)
    .getAll([...authorIDs], (missing) => loadOrdinals(context, missing))
    .values(),
];

/** Tells for each forum which ordinals of live posts are hidden from the reader. */
export function createHiddenFinder(context: Context, { hidden }: PostReader): (forum: Forum) => Missing {
  if (hidden.size === 0) return () => nothing;
  const authors = findOrdinalsOf(context, hidden);
  return ({ id }) => mergeLists(authors.flatMap((byForum) => (byForum.has(id) ? [byForum.get(id) ?? nothing] : [])));
}

const mergeLists = (lists: readonly Missing[]): Missing =>
  lists.length <= 1 ? (lists[0] ?? nothing) : lists.flat().sort((one, other) => one - other);

const deletedQuery = prepareQueryText<{ forumID: string }, { ordinal: number }>(
  'SELECT ordinal FROM forum_posts WHERE forum_id = :forumID AND deleted_at IS NOT NULL ORDER BY ordinal',
);

const deletedCache = cacheByKey<Missing>(
  [{ table: forumPosts, key: forumPosts.forumID, columns: [forumPosts.deletedAt], statements: ['update', 'delete'] }],
  { max: 10_000 },
);

/** Ordinals of the posts of a forum that were deleted; mostly none, which costs nothing. Lists ask for each forum. */
const findDeleted = (context: Context, { id: forumID, postsEver, postCount }: Forum): Missing =>
  postsEver === postCount
    ? nothing
    : deletedCache(context).get(forumID, () => deletedQuery.all(context.db, { forumID }).map(({ ordinal }) => ordinal));

/** What of a forum is missing for a reader: what was deleted, and what is hidden from them. */
export const getMissing = (context: Context, forum: Forum, hidden: Missing): Missing =>
  mergeLists([findDeleted(context, forum), hidden].filter(({ length }) => length > 0));
