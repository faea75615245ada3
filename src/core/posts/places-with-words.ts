import { type Context, createOncePerInstance } from '#area/context.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { cacheValue } from '#platform/limits/caches.ts';
import { neverStopping, runInBatches } from '#platform/time/job-runner.ts';

/**
 * In which place, a thread or a chat, each post is, by the id of the post: that never changes. A word may be in a hundred
 * thousand posts, too many to look at the row of each for its place. Places go by numbers.
 */
interface Whereabouts {
  readonly numbersByPlaceID: Map<string, number>;
  /** By the id of a post; -1 for an id that no post has. */
  readonly placeNumbers: number[];
  /** Id of the newest post of a place, by its number. */
  readonly newestIDs: number[];
  /** The place that was seen last, while those of before are seen place by place. */
  seenUpTo: string | undefined;
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
/** Each part is larger than the one before: for each the words are looked for again. */
const growth = 2;
/** A word is rare when, by such a part of the posts at least, it is in no more of them than this. */
const tellingPart = 0.02;
const fewMatches = 2000;
/** Whether so many posts may be shown is asked in a millisecond. */
const othersAtOnce = 500;
const postsPerBatch = 10_000;
const placesPerBatch = 200;

/** `posts` is the table of posts, `place` its column with the id of their place, `index` their full-text index. */
export function createPostPlaces({ posts, place, index }: Record<'posts' | 'place' | 'index', string>): PostPlaces {
  const newestIDQuery = prepareQueryText<Record<never, never>, { id: number }>(
    `SELECT coalesce(max(id), 0) AS id FROM ${posts}`,
  );
  const whereaboutsCache = createOncePerInstance((context) =>
    cacheValue(context.caches, () => createWhereabouts(newestIDQuery.get(context.db, {})?.id ?? 0)),
  );
  // By an index that holds all of it: so no post is read for its place.
  const placesQuery = prepareQueryText<
    { after: string; newestID: number; limit: number },
    { placeID: string; ids: string }
  >(
    `SELECT ${place} AS placeID, json_group_array(id) AS ids FROM ${posts}
    WHERE ${place} > :after AND id <= :newestID GROUP BY ${place} ORDER BY ${place} LIMIT :limit`,
  );
  const newPostsQuery = prepareQueryText<{ from: number; limit: number }, { id: number; placeID: string }>(
    `SELECT id, ${place} AS placeID FROM ${posts} WHERE id >= :from ORDER BY id LIMIT :limit`,
  );
  // Numbers are bound as real ones, which the index would ignore as limits of its ids.
  const matchesQuery = prepareQueryText<{ words: string; first: number; last: number }, { ids: string }>(`
    SELECT json_group_array(rowid) AS ids FROM ${index} WHERE ${index} MATCH :words AND rowid BETWEEN CAST(:first AS INTEGER) AND CAST(:last AS INTEGER)`);
  // Texts that no one is shown are not searched, nor is what is hidden from who searches (core rule 107a, decision 29).
  const shownQuery = prepareQueryText<{ ids: string; hiddenIDs: string }, { id: number }>(`
    SELECT id FROM ${posts}
    WHERE id IN (SELECT value FROM json_each(:ids))
      AND deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined')
      AND author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))`);

  /** Adds posts that are not known yet: after a start place by place, then as they come. Returns how many these were. */
  function addPosts(context: Context): number {
    const whereabouts = whereaboutsCache(context).get();
    const { placeNumbers, seenUpTo: after } = whereabouts;
    if (after === undefined) {
      const added = newPostsQuery.all(context.db, { from: placeNumbers.length, limit: postsPerBatch });
      for (const { id, placeID } of added) addPost(whereabouts, id, placeID);
      return added.length;
    }
    const newestID = placeNumbers.length - 1;
    const seen = placesQuery.all(context.db, { after, newestID, limit: placesPerBatch });
    for (const { placeID, ids } of seen) {
      for (const id of JSON.parse(ids)) addPost(whereabouts, id, placeID);
    }
    whereabouts.seenUpTo = seen.at(-1)?.placeID;
    return seen.length === 0 ? addPosts(context) : seen.length;
  }

  return {
    prepare: (context) => runInBatches(neverStopping, () => addPosts(context)),
    createFinder(context, { words, hiddenIDs: hidden, among }) {
      while (addPosts(context) > 0);
      const whereabouts = whereaboutsCache(context).get();
      const hiddenIDs = JSON.stringify([...hidden]);
      const search: Search = {
        findMatches: createMatchFinder(
          ({ first, last }) => JSON.parse(matchesQuery.get(context.db, { words, first, last })?.ids ?? '[]'),
          { first: 1, last: whereabouts.placeNumbers.length - 1 },
        ),
        isMeant: among ? (id) => among.has(id) : () => true,
        findShown: (ids) => shownQuery.all(context.db, { ids: JSON.stringify(ids), hiddenIDs }).map(({ id }) => id),
      };
      return (placeIDs) => findPlaces(whereabouts, placeIDs, search);
    },
  };
}

const createWhereabouts = (newestID: number): Whereabouts => ({
  numbersByPlaceID: new Map(),
  placeNumbers: Array.from({ length: newestID + 1 }, () => -1),
  newestIDs: [],
  seenUpTo: '',
});

function addPost({ numbersByPlaceID, placeNumbers, newestIDs }: Whereabouts, id: number, placeID: string): void {
  const number = numbersByPlaceID.get(placeID) ?? numbersByPlaceID.size;
  numbersByPlaceID.set(placeID, number);
  placeNumbers[id] = number;
  newestIDs[number] = Math.max(id, newestIDs[number] ?? 0);
}

/** Ids of posts, the first and the last one included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Gives the matches of a range, or all there are of a word that seems to be rare. Finds nothing twice: the same ranges are
 * looked at for other places.
 */
function createMatchFinder(find: (range: Range) => number[], whole: Range): (range: Range) => Matches {
  const found = new Map<string, readonly number[]>();
  let all: Matches | undefined;
  return (range) => {
    if (all) return all;
    const key = `${range.first} ${range.last}`;
    const ids = found.get(key) ?? find(range);
    found.set(key, ids);
    const part = countPosts(range) / countPosts(whole);
    if (part >= tellingPart && ids.length / part < fewMatches) all = { ids: find(whole), areAll: true };
    return all ?? { ids, areAll: false };
  };
}

const countPosts = ({ first, last }: Range): number => last - first + 1;

/** Ids of posts with the words. */
interface Matches {
  readonly ids: readonly number[];
  readonly areAll: boolean;
}

interface Search {
  /** Those of the range at least. */
  readonly findMatches: (range: Range) => Matches;
  readonly isMeant: (id: number) => boolean;
  /** Those of these posts that may be found. */
  readonly findShown: (ids: readonly number[]) => readonly number[];
}

/** Of a place: not asked for, nothing found yet, has a post with the words that is shown. */
const [notAsked, open, found] = [0, 1, 2];

/** Looks at a hundred thousand posts, so it goes by numbers. */
function findPlaces(
  { numbersByPlaceID, placeNumbers, newestIDs }: Whereabouts,
  placeIDs: readonly string[],
  { findMatches, isMeant, findShown }: Search,
): ReadonlySet<string> {
  const numbers = placeIDs.map((id) => numbersByPlaceID.get(id) ?? -1);
  const states = new Uint8Array(numbersByPlaceID.size).fill(notAsked);
  for (const number of numbers) states[number] = open;
  const isOpen = (id: number): boolean => states[placeNumbers[id] ?? -1] === open && isMeant(id);
  const close = (ids: readonly number[]) => {
    if (ids.length === 0) return;
    for (const id of findShown(ids)) states[placeNumbers[id] ?? -1] = found;
  };
  for (const range of cutFromNewest(placeNumbers.length - 1)) {
    // What is newer than all posts of the open places is none of theirs.
    const newest = numbers.reduce(
      (id, number) => (states[number] === open ? Math.max(id, newestIDs[number] ?? 0) : id),
      0,
    );
    if (newest === 0) break;
    if (newest < range.first) continue;
    const isMostlyTheirs = newest > (range.first + range.last) / 2;
    const { ids: matches, areAll } = findMatches(isMostlyTheirs ? range : { first: range.first, last: newest });
    const ids = matches.filter(isOpen);
    // One post that is shown is enough, and mostly the first one is: the others are looked at only where it is not.
    close(takeFirsts(ids, placeNumbers));
    for (let others = ids.filter(isOpen); others.length > 0; others = others.slice(othersAtOnce).filter(isOpen)) {
      close(others.slice(0, othersAtOnce));
    }
    if (areAll) break;
  }
  return new Set(placeIDs.filter((_, index) => states[numbers[index] ?? -1] === found));
}

/** The newest posts, then more and more older ones, to the first one. */
function* cutFromNewest(newestID: number): Iterable<Range> {
  let last = newestID;
  for (let posts = firstPosts; last > 0; posts *= growth) {
    yield { first: Math.max(1, last - posts + 1), last };
    last -= posts;
  }
}

/** The first one of each place. */
function takeFirsts(ids: readonly number[], placeNumbers: readonly number[]): number[] {
  const firsts = new Map<number, number>();
  for (const id of ids) {
    const number = placeNumbers[id] ?? -1;
    if (!firsts.has(number)) firsts.set(number, id);
  }
  return [...firsts.values()];
}
