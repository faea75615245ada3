import { type Context, createOncePerInstance } from '#area/context.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { cacheValue } from '#platform/caches.ts';
import { neverStopping, runInBatches } from '#platform/job-runner.ts';

/**
 * In which place, a thread or a chat, each post is, by the id of the post: that never changes. A word may be in a hundred
 * thousand posts, too many to look at the row of each for its place. Places go by numbers.
 */
interface Whereabouts {
  readonly numbersByPlaceID: Map<string, number>;
  /** By the id of a post. */
  readonly placeNumbers: number[];
  /** Id of the newest post of a place, by its number. */
  readonly newestIDs: number[];
}

/** What is searched for. */
export interface WordsInPosts {
  /** An FTS5 expression. */
  readonly words: string;
  /** Whose posts are not found: authors that are hidden from who searches. */
  readonly hiddenIDs: Iterable<string>;
  /** Where given, only these are looked at. */
  readonly among?: ReadonlySet<number> | undefined;
}

/** Finds threads or chats by the words of their posts. */
export interface PostPlaces {
  /** To be awaited before a search: after a start all posts must be seen once, which others need not wait for. */
  prepare(context: Context): Promise<unknown>;
  /** Gives what finds those of some places, by their ids, that have a post with the words. */
  createFinder(context: Context, search: WordsInPosts): (placeIDs: readonly string[]) => ReadonlySet<string>;
}

/** So many of the newest posts are looked at first: for a common word these are mostly enough. */
const firstPosts = 25_000;
/** Each part is larger than the one before: for each the words are looked for anew. */
const growth = 2;
/** Whether so many posts may be shown is asked in a millisecond. */
const othersAtOnce = 500;
const postsPerBatch = 10_000;

/** `posts` is the table of posts, `place` its column with the id of their place, `index` their full-text index. */
export function createPostPlaces({ posts, place, index }: Record<'posts' | 'place' | 'index', string>): PostPlaces {
  const whereaboutsCache = createOncePerInstance((context) =>
    cacheValue(context.caches, (): Whereabouts => ({ numbersByPlaceID: new Map(), placeNumbers: [], newestIDs: [] })),
  );
  const newPostsQuery = prepareQueryText<{ from: number; limit: number }, { id: number; placeID: string }>(
    `SELECT id, ${place} AS placeID FROM ${posts} WHERE id >= :from ORDER BY id LIMIT :limit`,
  );
  // Numbers are bound as real ones, which the index would pass over as limits of its ids.
  const matchesQuery = prepareQueryText<{ words: string; first: number; last: number }, { ids: string }>(`
    SELECT json_group_array(rowid) AS ids FROM ${index} WHERE ${index} MATCH :words AND rowid BETWEEN CAST(:first AS INTEGER) AND CAST(:last AS INTEGER)`);
  // Texts that nobody is shown are not searched, nor is what is hidden from who searches (core rule 107a, decision 29).
  const shownQuery = prepareQueryText<{ ids: string; hiddenIDs: string }, { id: number }>(`
    SELECT id FROM ${posts}
    WHERE id IN (SELECT value FROM json_each(:ids))
      AND deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined')
      AND author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))`);

  /** Adds posts that are not known yet; returns how many these were. */
  function addNewPosts(context: Context): number {
    const { numbersByPlaceID, placeNumbers, newestIDs } = whereaboutsCache(context).get();
    const added = newPostsQuery.all(context.db, { from: placeNumbers.length, limit: postsPerBatch });
    for (const { id, placeID } of added) {
      const number = numbersByPlaceID.get(placeID) ?? numbersByPlaceID.size;
      numbersByPlaceID.set(placeID, number);
      placeNumbers[id] = number;
      newestIDs[number] = id;
    }
    return added.length;
  }

  return {
    prepare: (context) => runInBatches(neverStopping, () => addNewPosts(context)),
    createFinder(context, { words, hiddenIDs: hidden, among }) {
      while (addNewPosts(context) > 0);
      const whereabouts = whereaboutsCache(context).get();
      const hiddenIDs = JSON.stringify([...hidden]);
      const search: Search = {
        findMatches: keepByRange(({ first, last }) =>
          JSON.parse(matchesQuery.get(context.db, { words, first, last })?.ids ?? '[]'),
        ),
        isMeant: among ? (id) => among.has(id) : () => true,
        findShown: (ids) => shownQuery.all(context.db, { ids: JSON.stringify(ids), hiddenIDs }).map(({ id }) => id),
      };
      return (placeIDs) => findPlaces(whereabouts, placeIDs, search);
    },
  };
}

/** Ids of posts, the first and the last one included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** Finds no range twice: the same ones are looked at for other places. */
function keepByRange(find: (range: Range) => number[]): (range: Range) => readonly number[] {
  const found = new Map<string, readonly number[]>();
  return (range) => {
    const key = `${range.first} ${range.last}`;
    const ids = found.get(key) ?? find(range);
    found.set(key, ids);
    return ids;
  };
}

interface Search {
  /** Ids of posts with the words. */
  readonly findMatches: (range: Range) => readonly number[];
  readonly isMeant: (id: number) => boolean;
  /** Those of these posts that may be found. */
  readonly findShown: (ids: readonly number[]) => readonly number[];
}

function findPlaces(
  { numbersByPlaceID, placeNumbers, newestIDs }: Whereabouts,
  placeIDs: readonly string[],
  { findMatches, isMeant, findShown }: Search,
): ReadonlySet<string> {
  const wanted = new Map(placeIDs.map((id) => [id, numbersByPlaceID.get(id) ?? -1]));
  /** Those in which nothing was found yet. */
  const open = new Set(wanted.values());
  open.delete(-1);
  const close = (ids: readonly number[]) => {
    for (const id of findShown(ids)) open.delete(placeNumbers[id] ?? -1);
  };
  for (const range of cutFromNewest(placeNumbers.length - 1)) {
    if (open.size === 0) break;
    // What is newer than all posts of these places is none of theirs.
    const newest = [...open].reduce((id, number) => Math.max(id, newestIDs[number] ?? 0), 0);
    if (newest < range.first) continue;
    const isMostlyTheirs = newest > (range.first + range.last) / 2;
    const ids = findMatches(isMostlyTheirs ? range : { first: range.first, last: newest });
    const { firsts, others } = sortOut(ids, { placeNumbers, open, isMeant });
    // One post that is shown is enough, and mostly the first one is: the others are looked at only where it is not.
    close(firsts);
    let unsettled = others;
    const listUnsettled = () => unsettled.filter((id) => open.has(placeNumbers[id] ?? -1));
    for (unsettled = listUnsettled(); unsettled.length > 0; unsettled = listUnsettled()) {
      close(unsettled.splice(0, othersAtOnce));
    }
  }
  return new Set([...wanted].filter(([, number]) => number >= 0 && !open.has(number)).map(([id]) => id));
}

/** The newest posts, then more and more older ones, to the first one. */
function* cutFromNewest(newestID: number): Iterable<Range> {
  let last = newestID;
  for (let posts = firstPosts; last > 0; posts *= growth) {
    yield { first: Math.max(1, last - posts + 1), last };
    last -= posts;
  }
}

/** The first post of each open place, and all others of theirs. Looks at a hundred thousand posts, so it goes by numbers. */
function sortOut(
  ids: readonly number[],
  { placeNumbers, open, isMeant }: Pick<Whereabouts, 'placeNumbers'> & Pick<Search, 'isMeant'> & { open: Set<number> },
): { firsts: number[]; others: number[] } {
  const states = new Uint8Array(Math.max(0, ...open) + 1);
  for (const number of open) states[number] = isOpen;
  const [firsts, others]: [number[], number[]] = [[], []];
  for (const id of ids) {
    const number = placeNumbers[id] ?? -1;
    const state = states[number];
    if (!state || !isMeant(id)) continue;
    if (state === isOpen) firsts.push(id);
    else others.push(id);
    states[number] = hasFirst;
  }
  return { firsts, others };
}

const isOpen = 1;
const hasFirst = 2;
