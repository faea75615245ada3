import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getPostReader } from '#core/posts/index.ts';
import { buildMatchExpression } from '#db/full-text.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { cacheValue } from '#platform/caches.ts';
import { neverStopping, runInBatches } from '#platform/job-runner.ts';
import type { Forum } from '../board.ts';

/**
 * In which forum each post is, by the id of the post: that never changes. A word may be in a hundred thousand posts, too
 * many to look at the row of each for its forum.
 */
interface Whereabouts {
  readonly forumIDs: string[];
  readonly numbersByForumID: Map<string, number>;
  /** Index in `forumIDs`, by the id of a post. */
  readonly forumNumbers: number[];
}

const whereaboutsCache = createOncePerInstance((context) =>
  cacheValue(context.caches, (): Whereabouts => ({ forumIDs: [], numbersByForumID: new Map(), forumNumbers: [] })),
);

const postsPerBatch = 10_000;
const newPostsQuery = prepareQueryText<{ from: number; limit: number }, { id: number; forumID: string }>(
  'SELECT id, forum_id AS forumID FROM forum_posts WHERE id >= :from ORDER BY id LIMIT :limit',
);

/** Adds posts that are not known yet; returns how many these were. */
function addNewPosts(context: Context): number {
  const { forumIDs, numbersByForumID, forumNumbers } = whereaboutsCache(context).get();
  const posts = newPostsQuery.all(context.db, { from: forumNumbers.length, limit: postsPerBatch });
  for (const { id, forumID } of posts) {
    let number = numbersByForumID.get(forumID);
    if (number === undefined) {
      number = forumIDs.push(forumID) - 1;
      numbersByForumID.set(forumID, number);
    }
    forumNumbers[id] = number;
  }
  return posts.length;
}

/** To be awaited before a search for words: after a start all posts must be seen once, which others need not wait for. */
export const prepareWordSearch = (context: Context): Promise<unknown> =>
  runInBatches(neverStopping, () => addNewPosts(context));

/** An author of whom the posts must be; null for any. */
type AuthorID = string | null;

const matchesQuery = prepareQueryText<{ words: string }, { ids: string }>(
  'SELECT json_group_array(rowid) AS ids FROM forum_posts_text WHERE forum_posts_text MATCH :words',
);

const ofAuthorQuery = prepareQueryText<{ authorID: AuthorID }, { id: number }>(
  'SELECT id FROM forum_posts WHERE author_id = :authorID AND deleted_at IS NULL',
);

/** Texts that nobody is shown are not searched, nor is what is hidden from the caller (core rule 107a, decision 29). */
const shownQuery = prepareQueryText<{ ids: string; hiddenIDs: string }, { id: number }>(`
  SELECT id FROM forum_posts
  WHERE id IN (SELECT value FROM json_each(:ids))
    AND deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined')
    AND author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))`);

/** Takes those of some forums, in their order and at most so many, that meet what is asked for. */
export type ForumFilter = (forums: readonly Forum[], max: number) => Forum[];

/** Takes forums with a post that has the words and that the caller is shown, perhaps one of this author. */
export function createWordFilter(context: Context, caller: Caller, search: string, authorID: AuthorID): ForumFilter {
  const words = buildMatchExpression(search);
  if (words === undefined) return () => [];
  while (addNewPosts(context) > 0);
  const hiddenIDs = JSON.stringify([...getPostReader(context, caller).hidden]);
  const findShown = (ids: readonly number[]) =>
    shownQuery.all(context.db, { ids: JSON.stringify(ids), hiddenIDs }).map(({ id }) => id);
  const matches = findMatches(context, words, authorID);
  return (forums, max) => {
    const taken: Forum[] = [];
    for (let start = 0; start < forums.length && taken.length < max; start += max) {
      taken.push(...takeShown(context, forums.slice(start, start + max), matches, findShown));
    }
    return taken.slice(0, max);
  };
}

function findMatches(context: Context, words: string, authorID: AuthorID): readonly number[] {
  const ids: number[] = JSON.parse(matchesQuery.get(context.db, { words })?.ids ?? '[]');
  if (authorID === null) return ids;
  const own = new Set(ofAuthorQuery.all(context.db, { authorID }).map(({ id }) => id));
  return ids.filter((id) => own.has(id));
}

/**
 * One post that is shown is enough, and mostly the first one is: the others are looked at only where it is not. Forums go
 * by their numbers, which need no lookup for each of a hundred thousand posts.
 */
function takeShown(
  context: Context,
  forums: readonly Forum[],
  matches: readonly number[],
  findShown: (ids: readonly number[]) => number[],
): Forum[] {
  const { numbersByForumID, forumNumbers } = whereaboutsCache(context).get();
  const isOpen = new Uint8Array(numbersByForumID.size);
  const numberOf = (id: number) => forumNumbers[id] ?? -1;
  const setOpen = (ids: readonly number[], value: 0 | 1) => {
    for (const id of ids) isOpen[numberOf(id)] = value;
  };
  for (const { id } of forums) isOpen[numbersByForumID.get(id) ?? -1] = 1;
  const firsts = matches.filter((id) => {
    const number = numberOf(id);
    if (isOpen[number] !== 1) return false;
    isOpen[number] = 0;
    return true;
  });
  const found = findShown(firsts);
  setOpen(firsts, 1);
  setOpen(found, 0);
  const others = found.length < firsts.length ? matches.filter((id) => isOpen[numberOf(id)] === 1) : [];
  const all = others.length > 0 ? [...found, ...findShown(others)] : found;
  const shown = new Set(all.map(numberOf));
  return forums.filter(({ id }) => shown.has(numbersByForumID.get(id) ?? -1));
}
