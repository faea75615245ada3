import type { Context } from '#area/context.ts';
import { accessLevels, type Caller, isAtLeast } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { getVisibleCategory, listVisibleCategories } from '../access.ts';
import { findForumIDsByEvent } from '../lists/event-order.ts';
import { presentForumPage, readForumPage } from '../lists/pages.ts';
import { forumSorts, readOrder } from '../lists/query.ts';
import { countForums, type ForumFilter, findForumIDs } from '../lists/store.ts';
import type { CategoryData } from '../records.ts';
import type { ForumCategoryRow } from '../tables.ts';
import { getForumVisibility } from '../visibility.ts';
import type { categoriesApi } from './api.ts';

const defaultLimit = 50;

const getRank = (level: (typeof accessLevels)[number]): number => accessLevels.indexOf(level);

/** Restricted categories come first (forums rule B12). */
const compareCategories = (one: ForumCategoryRow, other: ForumCategoryRow): number =>
  getRank(other.viewLevel) - getRank(one.viewLevel) ||
  getRank(other.createLevel) - getRank(one.createLevel) ||
  (one.title < other.title ? -1 : 1);

const presentCategory = (caller: Caller | undefined, category: ForumCategoryRow) => ({
  categoryID: category.id,
  title: category.title,
  purpose: category.purpose,
  isRestricted: !isAtLeast(caller?.level ?? 'unverified', category.createLevel),
  isEventCategory: category.isEventCategory,
});

/** Returns the categories that the caller may see, or only the requested one (forums rule B12). */
export function presentCategories(
  context: Context,
  caller: Caller | undefined,
  { cat }: { readonly cat?: string },
): CategoryData[] {
  const counts = countForums(context);
  return listVisibleCategories(context, caller)
    .filter(({ id }) => cat === undefined || id === cat)
    .sort(compareCategories)
    .map((category) => ({
      ...presentCategory(caller, category),
      paginator: { total: counts.get(category.id) ?? 0, start: 0, limit: defaultLimit },
    }));
}

/** The query of the forums of a category. */
type CategoryQuery = QueryOf<typeof categoriesApi.category>;

/** Returns a category with a page of its forums (forums rule B13). Throws 404, or 403 if the caller may not see it. */
export function openCategory(context: Context, caller: Caller, categoryID: string, query: CategoryQuery): CategoryData {
  const category = getVisibleCategory(context, caller, categoryID);
  const sorts = category.isEventCategory ? forumSorts : forumSorts.filter((sort) => sort !== 'event');
  const order = readOrder(query, { sorts, defaultSort: category.isEventCategory ? 'event' : 'update' });
  const { sort, direction } = order;
  const filter = { categoryID, ...readTimes(query) };
  const visibility = getForumVisibility(context, caller);
  const page = readForumPage(context, query);
  const listed =
    sort === 'event'
      ? findForumIDsByEvent(context, visibility, filter, direction, page)
      : findForumIDs(context, visibility, { ...filter, order: { sort, direction, pinnedFirst: true } }, page);
  return { ...presentCategory(caller, category), ...presentForumPage(context, caller, listed, page) };
}

/** The comparison is strict; `beforedate` takes precedence over `afterdate`. */
const readTimes = ({ beforedate, afterdate }: CategoryQuery): Pick<ForumFilter, 'before' | 'after'> =>
  beforedate ? { before: beforedate } : { after: afterdate };
