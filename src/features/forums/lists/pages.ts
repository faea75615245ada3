import { type Context, createOncePerInstance } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { clampPage, type Page } from '#contract/query.ts';
import { getPostReader } from '#core/posts/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { getDirectoryVersion } from '#core/users/index.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import { createDerivedCache } from '#platform/caches.ts';
import { cacheJson, measureCachedJson } from '#platform/json.ts';
import { hidesByBlocks, listSeenCategories } from '../access.ts';
import { type Forum, getBoard } from '../board.ts';
import { presentForumList } from '../present.ts';
import { getReadersOf } from '../reading/readers.ts';
import type { ForumListData } from '../records.ts';
import {
  compareIDs,
  createCompare,
  type ForumOrder,
  findChanged,
  getOrderBasis,
  type Listing,
  listSorted,
  moveChanged,
  type Selection,
} from './order.ts';

const defaultLimit = 50;

/** The requested page of a list of forums (core rule 12). */
export const readForumPage = (context: Context, query: { start?: number; limit?: number }): Page =>
  clampPage(query, { default: defaultLimit, max: getServerSettings(context).maximumForums });

/** The requested page of a list of posts. */
export const readPostPage = (context: Context, query: { start?: number; limit?: number }): Page =>
  clampPage(query, { default: defaultLimit, max: getServerSettings(context).maximumForumPosts });

/** Is a forum one of those that the caller may see at all? Its category and who made it decide (forums rule B20). */
export function createSightTest(context: Context, caller: Caller): (forum: Forum) => boolean {
  const { blocked } = getPostReader(context, caller);
  const categories = new Map(listSeenCategories(context, caller).map((category) => [category.id, category]));
  return ({ categoryID, creatorID }) => {
    const category = categories.get(categoryID);
    return category !== undefined && !(blocked.has(creatorID) && hidesByBlocks(category));
  };
}

const listCache = createOncePerInstance((context) =>
  createDerivedCache<readonly Forum[]>(context.caches, {
    max: 5000,
    maxSize: 2_000_000,
    measure: ({ length }) => length,
  }),
);

/** A list of forums for one caller. */
interface CallerList {
  readonly key: readonly unknown[];
  /** What it follows from beside the forums and what the caller has read, chosen and may see. */
  readonly basis?: unknown;
  /** Asked for when the list has to be made or changed. */
  readonly createListing: () => Listing;
  /** All forums, or more than are listed, sorted like the list. */
  readonly sort: (listing: Listing) => readonly Forum[];
}

/** The list, those last that the caller has muted. Worked out once; of what has changed since, only that is looked at. */
function listForCaller(
  context: Context,
  caller: Caller,
  { key, basis, createListing, sort }: CallerList,
): readonly Forum[] {
  const [board, readings] = [getBoard(context), getReadersOf(context, caller)];
  const whole = [
    board,
    readings,
    getPostReader(context, caller),
    caller.level,
    [...caller.roles].join(),
    basis,
  ] as const;
  return listCache(context).get(JSON.stringify([caller.userID, ...key]), whole, (stale) => {
    const listing = createListing();
    const { compare, isListed } = listing;
    const changed = findChanged(stale, whole);
    if (!stale || !changed) return putMutedLast(context, caller, sort(listing).filter(isListed));
    const isMuted = ({ id }: Forum): boolean => readings.byID.get(id)?.isMuted ?? false;
    return moveChanged(stale.value, changed, board, {
      compare: (one, other) => Number(isMuted(one)) - Number(isMuted(other)) || compare(one, other),
      isListed,
    });
  });
}

/** A list in one of the orders that all share. */
interface SortedList {
  readonly name: string;
  readonly order: ForumOrder;
  readonly selection: Selection;
  readonly createTest: () => (forum: Forum) => boolean;
}

export function listSortedForCaller(
  context: Context,
  caller: Caller,
  { name, order, selection, createTest }: SortedList,
): readonly Forum[] {
  const { categoryID } = selection;
  return listForCaller(context, caller, {
    key: [name, order, selection],
    basis: getOrderBasis(context, order),
    createListing: () => {
      const test = createTest();
      const isListed = (forum: Forum) => (categoryID === undefined || forum.categoryID === categoryID) && test(forum);
      return { compare: createCompare(context, order, selection), isListed };
    },
    sort: () => listSorted(context, order, selection),
  });
}

/** Forums that the caller has read or chosen, the latest change first, and that pass a test. */
export function listLatestForCaller(
  context: Context,
  caller: Caller,
  name: string,
  createTest: () => (forum: Forum) => boolean,
): readonly Forum[] {
  const { byID } = getBoard(context);
  const readings = getReadersOf(context, caller).byID;
  const changeOf = ({ id }: Forum): number => readings.get(id)?.changedAt ?? 0;
  return listForCaller(context, caller, {
    key: [name],
    createListing: () => {
      const test = createTest();
      return {
        compare: (one, other) => changeOf(other) - changeOf(one) || compareIDs(one, other),
        isListed: (forum) => readings.has(forum.id) && test(forum),
      };
    },
    sort: ({ compare }) => [...readings.keys()].flatMap((forumID) => byID.get(forumID) ?? []).sort(compare),
  });
}

/** The forums with those last that the caller has muted. */
export function putMutedLast(context: Context, caller: Caller, forums: readonly Forum[]): readonly Forum[] {
  const readers = getReadersOf(context, caller).byID;
  const isMuted = ({ id }: Forum): boolean => readers.get(id)?.isMuted ?? false;
  return forums.some(isMuted) ? [...forums.filter((forum) => !isMuted(forum)), ...forums.filter(isMuted)] : forums;
}

/** Lines of pages, rendered. */
const pageCache = createOncePerInstance((context) =>
  createDerivedCache<ForumListData[]>(context.caches, {
    max: 1000,
    maxSize: 4 * 1024 * 1024,
    measure: measureCachedJson,
  }),
);

/**
 * A page of these forums as records, with where it stands. A list that `listForCaller` has cached is right as long as
 * nothing changes that its lines tell but headers and times, so they are rendered once.
 */
export function presentForumPage(
  context: Context,
  caller: Caller,
  forums: readonly Forum[],
  page: Page,
): { paginator: { total: number } & Page; forumThreads: ForumListData[] } {
  const basis = [forums, getDirectoryVersion(context), getCurrentSchedule(context)];
  const forumThreads = pageCache(context).get(`${caller.userID} ${page.start} ${page.limit}`, basis, () =>
    cacheJson(presentForumList(context, caller, forums.slice(page.start, page.start + page.limit))),
  );
  return { paginator: { total: forums.length, ...page }, forumThreads };
}
