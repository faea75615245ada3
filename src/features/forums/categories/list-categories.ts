import type { Context } from '#area/context.ts';
import { accessLevels, type Caller, isAtLeast } from '#contract/access.ts';
import { getPostReader } from '#core/posts/index.ts';
import { getSeenCategory, hidesByBlocks, listSeenCategories } from '../access.ts';
import type { Forum } from '../board.ts';
import { listForumsOf, readOrder } from '../lists/order.ts';
import { listSortedForCaller, presentForumPage, readForumPage } from '../lists/pages.ts';
import { forumSorts } from '../lists/query.ts';
import type { CategoryData } from '../records.ts';
import type { ForumCategoryRow } from '../tables.ts';

const defaultLimit = 50;

const rankOf = (level: (typeof accessLevels)[number]): number => accessLevels.indexOf(level);

/** Those that few may see come first (forums rule B12). */
const compareCategories = (one: ForumCategoryRow, other: ForumCategoryRow): number =>
  rankOf(other.viewLevel) - rankOf(one.viewLevel) ||
  rankOf(other.createLevel) - rankOf(one.createLevel) ||
  (one.title < other.title ? -1 : 1);

const presentCategory = (caller: Caller | undefined, category: ForumCategoryRow) => ({
  categoryID: category.id,
  title: category.title,
  purpose: category.purpose,
  isRestricted: !isAtLeast(caller?.level ?? 'unverified', category.createLevel),
  isEventCategory: category.isEventCategory,
});

/** The categories that the caller may see, or the one of them that is asked for (forums rule B12). */
export function presentCategories(
  context: Context,
  caller: Caller | undefined,
  { cat }: { readonly cat?: string },
): CategoryData[] {
  return listSeenCategories(context, caller)
    .filter(({ id }) => cat === undefined || id === cat)
    .sort(compareCategories)
    .map((category) => ({
      ...presentCategory(caller, category),
      paginator: { total: listForumsOf(context, category.id).length, start: 0, limit: defaultLimit },
    }));
}

/** What may be asked of the forums of a category. */
interface CategoryQuery {
  readonly sort?: string;
  readonly order?: string;
  readonly beforedate?: Date;
  readonly afterdate?: Date;
  readonly start?: number;
  readonly limit?: number;
}

/** A category with a page of its forums (forums rule B13). Throws 404, or 403 for one that is not for the caller. */
export function openCategory(context: Context, caller: Caller, categoryID: string, query: CategoryQuery): CategoryData {
  const category = getSeenCategory(context, caller, categoryID);
  const sorts = category.isEventCategory ? forumSorts : forumSorts.filter((sort) => sort !== 'event');
  const order = readOrder(query, { sorts, defaultSort: category.isEventCategory ? 'event' : 'update' });
  const selection = { categoryID, pinnedFirst: true };
  const createTest = () => {
    const { blocked } = getPostReader(context, caller);
    return ({ creatorID }: Forum) => !(hidesByBlocks(category) && blocked.has(creatorID));
  };
  const listed = listSortedForCaller(context, caller, { name: 'category', order, selection, createTest });
  const { beforedate, afterdate } = query;
  const isInTime = createTimeTest(query, order.sort === 'update' ? 'lastPostAt' : 'createdAt');
  const forums = beforedate || afterdate ? listed.filter(isInTime) : listed;
  return {
    ...presentCategory(caller, category),
    ...presentForumPage(context, caller, forums, readForumPage(context, query)),
  };
}

/** Compares strictly; `beforedate` counts before `afterdate`. */
function createTimeTest(
  { beforedate, afterdate }: CategoryQuery,
  time: 'lastPostAt' | 'createdAt',
): (forum: Forum) => boolean {
  if (beforedate) return (forum) => forum[time] < beforedate;
  if (afterdate) return (forum) => forum[time] > afterdate;
  return () => true;
}
