import { type Context, createOncePerInstance } from '#area/context.ts';
import { areDescriptionsOff } from '#core/images/index.ts';
import { prepareQueryText } from '#db/prepared.ts';
import { cacheValue } from '#platform/limits/caches.ts';
import { neverStopping, runInBatches } from '#platform/time/job-runner.ts';
import { writeShownWordsTest } from './tables.ts';

/**
 * Maps posts to their places: the threads or chats they're in, which never change. A word may occur in 100,000 posts,
 * too many to read each row. Places are represented by numbers.
 */
interface PlaceIndex {
  readonly numbersByPlaceID: Map<string, number>;
  /** By post id; -1 if there's no such post. */
  readonly placeNumbers: number[];
  /** Id of the newest post of a place, by the place's number. */
  readonly newestIDs: number[];
  /** The last indexed place, while existing posts are indexed place by place. */
  seenUpTo: string | undefined;
}

/** A search for words in posts. */
export interface PostWordQuery {
  /** An FTS5 expression. */
  readonly words: string;
  /** Authors hidden from the caller; their posts don't match. */
  readonly hiddenIDs: Iterable<string>;
  /** If given, only these posts are searched. */
  readonly among?: ReadonlySet<number> | undefined;
}

/** Finds conversations (threads or chats) by the words of their posts. */
export interface ConversationSearch {
  /** Await this before a search: after a start, it indexes all posts without blocking other work. */
  prepare(context: Context): Promise<unknown>;
  /** Creates a function that returns which of the given conversations have a matching post. */
  createFinder(context: Context, search: PostWordQuery): (placeIDs: readonly string[]) => ReadonlySet<string>;
}

/** How many of the newest posts are searched first. For a common word these are usually enough. */
const initialRangeSize = 25_000;
/** Each range is larger than the previous one, because each runs the full-text query again. */
const rangeGrowthFactor = 2;
/** A word is rare if a range of at least this share of the posts suggests no more than `maxMatchesOfRareWord` in total. */
const minSampleShare = 0.02;
const maxMatchesOfRareWord = 2000;
/** Checking the visibility of this many posts takes about a millisecond. */
const postsPerVisibilityCheck = 500;
const postsPerBatch = 10_000;
const placesPerBatch = 200;

/**
 * Creates a search: `posts` is the table of posts, `place` its column with the place id, `pictures` the names of a post's
 * pictures as JSON, and `index` the full-text index.
 */
export function createConversationSearch({
  posts,
  place,
  index,
  pictures,
}: Record<'posts' | 'place' | 'index' | 'pictures', string>): ConversationSearch {
  const newestIDQuery = prepareQueryText<Record<never, never>, { id: number }>(
    `SELECT coalesce(max(id), 0) AS id FROM ${posts}`,
  );
  const whereaboutsCache = createOncePerInstance((context) =>
    cacheValue(context.caches, () => createPlaceIndex(newestIDQuery.get(context.db, {})?.id ?? 0)),
  );
  // Uses a covering index, so it doesn't read the rows of posts.
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
  // Numbers are bound as REAL, which the index would ignore as rowid limits.
  const matchesQuery = prepareQueryText<{ words: string; first: number; last: number }, { ids: string }>(`
    SELECT json_group_array(rowid) AS ids FROM ${index} WHERE ${index} MATCH :words AND rowid BETWEEN CAST(:first AS INTEGER) AND CAST(:last AS INTEGER)`);
  // Skips texts that aren't shown to anyone, and authors hidden from the caller (core rule 107a, decision 29).
  const shownQuery = prepareQueryText<
    { ids: string; hiddenIDs: string; words: string; describes: number },
    { id: number }
  >(`
    SELECT id FROM ${posts}
    WHERE id IN (SELECT value FROM json_each(:ids))
      AND deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined')
      AND author_id NOT IN (SELECT value FROM json_each(:hiddenIDs))
      AND ${writeShownWordsTest({ text: 'text', pictures, words: ':words' })}`);

  /** Indexes new posts: place by place after a start, then as they arrive. Returns 0 once there are none left. */
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
      const describes = areDescriptionsOff(context) ? 0 : 1;
      const search: SearchOptions = {
        findMatches: createMatchFinder(
          ({ first, last }) => JSON.parse(matchesQuery.get(context.db, { words, first, last })?.ids ?? '[]'),
          { first: 1, last: whereabouts.placeNumbers.length - 1 },
        ),
        isMeant: among ? (id) => among.has(id) : () => true,
        findShown: (ids) =>
          shownQuery.all(context.db, { ids: JSON.stringify(ids), hiddenIDs, words, describes }).map(({ id }) => id),
      };
      return (placeIDs) => findPlaces(whereabouts, placeIDs, search);
    },
  };
}

const createPlaceIndex = (newestID: number): PlaceIndex => ({
  numbersByPlaceID: new Map(),
  placeNumbers: Array.from({ length: newestID + 1 }, () => -1),
  newestIDs: [],
  seenUpTo: '',
});

function addPost({ numbersByPlaceID, placeNumbers, newestIDs }: PlaceIndex, id: number, placeID: string): void {
  const number = numbersByPlaceID.get(placeID) ?? numbersByPlaceID.size;
  numbersByPlaceID.set(placeID, number);
  placeNumbers[id] = number;
  newestIDs[number] = Math.max(id, newestIDs[number] ?? 0);
}

/** A range of post ids, both ends included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Creates a function that returns the matches in a range, or all matches if the word seems rare. Caches them, because
 * the same ranges are searched for other places.
 */
function createMatchFinder(find: (range: Range) => number[], whole: Range): (range: Range) => PostMatches {
  const found = new Map<string, readonly number[]>();
  let all: PostMatches | undefined;
  return (range) => {
    if (all) return all;
    const key = `${range.first} ${range.last}`;
    const ids = found.get(key) ?? find(range);
    found.set(key, ids);
    const part = countPosts(range) / countPosts(whole);
    if (part >= minSampleShare && ids.length / part < maxMatchesOfRareWord) all = { ids: find(whole), areAll: true };
    return all ?? { ids, areAll: false };
  };
}

const countPosts = ({ first, last }: Range): number => last - first + 1;

/** Ids of matching posts. */
interface PostMatches {
  readonly ids: readonly number[];
  readonly areAll: boolean;
}

interface SearchOptions {
  /** Returns at least the matches in the range. */
  readonly findMatches: (range: Range) => PostMatches;
  readonly isMeant: (id: number) => boolean;
  /** Returns which of these posts are visible. */
  readonly findShown: (ids: readonly number[]) => readonly number[];
}

/** State of a place: not requested, no match found yet, or has a visible matching post. */
const [notSearched, open, found] = [0, 1, 2];

/** Handles 100,000 posts, so it uses numbers and arrays. */
function findPlaces(
  { numbersByPlaceID, placeNumbers, newestIDs }: PlaceIndex,
  placeIDs: readonly string[],
  { findMatches, isMeant, findShown }: SearchOptions,
): ReadonlySet<string> {
  const numbers = placeIDs.map((id) => numbersByPlaceID.get(id) ?? -1);
  const states = new Uint8Array(numbersByPlaceID.size).fill(notSearched);
  for (const number of numbers) states[number] = open;
  const isOpen = (id: number): boolean => states[placeNumbers[id] ?? -1] === open && isMeant(id);
  const close = (ids: readonly number[]) => {
    if (ids.length === 0) return;
    for (const id of findShown(ids)) states[placeNumbers[id] ?? -1] = found;
  };
  for (const range of splitFromNewest(placeNumbers.length - 1)) {
    // Posts newer than all posts of the open places can't belong to them.
    const newest = numbers.reduce(
      (id, number) => (states[number] === open ? Math.max(id, newestIDs[number] ?? 0) : id),
      0,
    );
    if (newest === 0) break;
    if (newest < range.first) continue;
    const coversMostOfRange = newest > (range.first + range.last) / 2;
    const { ids: matches, areAll } = findMatches(coversMostOfRange ? range : { first: range.first, last: newest });
    const ids = matches.filter(isOpen);
    // One visible post per place is enough, usually the first. Others are checked only if it isn't visible.
    close(findFirstMatchOfEachPlace(ids, placeNumbers));
    for (
      let others = ids.filter(isOpen);
      others.length > 0;
      others = others.slice(postsPerVisibilityCheck).filter(isOpen)
    ) {
      close(others.slice(0, postsPerVisibilityCheck));
    }
    if (areAll) break;
  }
  return new Set(placeIDs.filter((_, index) => states[numbers[index] ?? -1] === found));
}

/** Yields the newest posts, then ever larger ranges of older ones. */
function* splitFromNewest(newestID: number): Iterable<Range> {
  let last = newestID;
  for (let posts = initialRangeSize; last > 0; posts *= rangeGrowthFactor) {
    yield { first: Math.max(1, last - posts + 1), last };
    last -= posts;
  }
}

/** Returns the first match of each place. */
function findFirstMatchOfEachPlace(ids: readonly number[], placeNumbers: readonly number[]): number[] {
  const firsts = new Map<number, number>();
  for (const id of ids) {
    const number = placeNumbers[id] ?? -1;
    if (!firsts.has(number)) firsts.set(number, id);
  }
  return [...firsts.values()];
}
