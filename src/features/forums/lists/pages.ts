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
import { createCompare, type ForumOrder, getOrderBasis, listSorted, moveChanged, type Selection } from './order.ts';

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

const getListBasis = (context: Context, caller: Caller) =>
  [
    getBoard(context),
    getReadersOf(context, caller),
    getPostReader(context, caller),
    caller.level,
    [...caller.roles].join(),
  ] as const;

/** Lists forums for one caller: worked out once while no forum changes, nor what the caller has read, chosen and may see. */
export const listForCaller = (
  context: Context,
  caller: Caller,
  name: string,
  list: () => readonly Forum[],
): readonly Forum[] =>
  listCache(context).get(JSON.stringify([caller.userID, name]), getListBasis(context, caller), list);

/** A list in one of the orders that all share. */
interface SortedList {
  readonly name: string;
  readonly order: ForumOrder;
  readonly selection: Selection;
  readonly isListed: (forum: Forum) => boolean;
}

/** As `listForCaller`, those last that the caller has muted; of what has changed since, only that is looked at. */
export function listSortedForCaller(
  context: Context,
  caller: Caller,
  { name, order, selection, isListed }: SortedList,
): readonly Forum[] {
  const basis = [...getListBasis(context, caller), getOrderBasis(context, order)] as const;
  const key = JSON.stringify([caller.userID, name, order, selection]);
  return listCache(context).get(key, basis, (stale) => {
    const compare = createCompare(context, order, selection);
    const readers = getReadersOf(context, caller).byID;
    const isMuted = ({ id }: Forum): boolean => readers.get(id)?.isMuted ?? false;
    const isHere = ({ categoryID }: Forum) => selection.categoryID === undefined || categoryID === selection.categoryID;
    const moved = moveChanged(stale, basis, {
      compare: (one, other) => Number(isMuted(one)) - Number(isMuted(other)) || compare(one, other),
      isListed: (forum) => isHere(forum) && isListed(forum),
    });
    return moved ?? putMutedLast(context, caller, listSorted(context, order, selection).filter(isListed));
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
