import { cacheByKey } from '#area/caches.ts';
import type { Context } from '#area/context.ts';
import type { PostReader } from '#core/posts/index.ts';
import { prepareQueryText } from '#db/prepared.ts';
import type { LiveForum } from '../live-forums.ts';
import { forumPosts } from '../tables.ts';

/**
 * Computes a post's position in a thread as a reader sees it. Each post has an ordinal that never changes; its position
 * is that ordinal minus the number of earlier ordinals that were deleted or are hidden. So the cost depends on the
 * number of missing posts, not on the length of the thread.
 */

/** The ordinals that are missing for a reader, in ascending order. */
export type MissingOrdinals = readonly number[];

const noMissingOrdinals: MissingOrdinals = [];

/** Counts the ordinals before one. */
export function countBefore(missing: MissingOrdinals, ordinal: number): number {
  let [from, to] = [0, missing.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((missing[middle] ?? 0) < ordinal) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Counts the posts that the reader sees before this ordinal. */
export const toPosition = (missing: MissingOrdinals, ordinal: number): number =>
  ordinal - countBefore(missing, ordinal);

/** Returns the ordinal of the post at this position, or of the end of the thread if it is shorter. */
export function toOrdinal(missing: MissingOrdinals, place: number): number {
  let ordinal = place;
  for (const one of missing) {
    if (one > ordinal) break;
    ordinal += 1;
  }
  return ordinal;
}

type OrdinalsByForum = ReadonlyMap<string, MissingOrdinals>;

const authorsQuery = prepareQueryText<{ authorIDs: string }, { authorID: string; forumID: string; ordinal: number }>(`
  SELECT author_id AS authorID, forum_id AS forumID, ordinal FROM forum_posts
  WHERE author_id IN (SELECT value FROM json_each(:authorIDs)) AND deleted_at IS NULL
  ORDER BY author_id, forum_id, ordinal`);

/** By author; loaded only for authors hidden from a reader. */
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

/** Returns the ordinals of live posts by forum for each of these authors. */
export const findOrdinalsOf = (context: Context, authorIDs: Iterable<string>): readonly OrdinalsByForum[] => [
  ...authorsCache(context)
    .getAll([...authorIDs], (missing) => loadOrdinals(context, missing))
    .values(),
];

/** Creates a function that returns the ordinals of a forum's live posts hidden from the reader. */
export function createHiddenOrdinalsFinder(
  context: Context,
  { hidden }: PostReader,
): (forum: LiveForum) => MissingOrdinals {
  if (hidden.size === 0) return () => noMissingOrdinals;
  const authors = findOrdinalsOf(context, hidden);
  return ({ id }) =>
    mergeLists(authors.flatMap((byForum) => (byForum.has(id) ? [byForum.get(id) ?? noMissingOrdinals] : [])));
}

const mergeLists = (lists: readonly MissingOrdinals[]): MissingOrdinals =>
  lists.length <= 1 ? (lists[0] ?? noMissingOrdinals) : lists.flat().sort((one, other) => one - other);

const deletedQuery = prepareQueryText<{ forumID: string }, { ordinal: number }>(
  'SELECT ordinal FROM forum_posts WHERE forum_id = :forumID AND deleted_at IS NOT NULL ORDER BY ordinal',
);

const deletedCache = cacheByKey<MissingOrdinals>(
  [{ table: forumPosts, key: forumPosts.forumID, columns: [forumPosts.deletedAt], statements: ['update', 'delete'] }],
  { max: 10_000 },
);

/**
 * Returns the ordinals of a forum's deleted posts. Lists call this for each forum; usually there are none, which costs
 * nothing.
 */
const findDeleted = (context: Context, { id: forumID, postsEver, postCount }: LiveForum): MissingOrdinals =>
  postsEver === postCount
    ? noMissingOrdinals
    : deletedCache(context).get(forumID, () => deletedQuery.all(context.db, { forumID }).map(({ ordinal }) => ordinal));

/** Returns the ordinals of a forum that are missing for a reader: deleted and hidden ones. */
export const getMissingOrdinals = (context: Context, forum: LiveForum, hidden: MissingOrdinals): MissingOrdinals =>
  mergeLists([findDeleted(context, forum), hidden].filter(({ length }) => length > 0));
