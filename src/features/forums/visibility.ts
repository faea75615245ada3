import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { getPostReader } from '#core/posts/index.ts';
import { doBlocksHideForums, listVisibleCategories } from './access.ts';

/** What a caller may see, as query parameters; `createVisibilityTest` tests one forum by the same rules. */
export interface ForumVisibility {
  readonly userID: string;
  readonly categoryIDs: readonly string[];
  /** The categories in which blocks don't hide forums. */
  readonly openCategoryIDs: readonly string[];
  readonly blockedIDs: readonly string[];
  /** Users whose posts are hidden. */
  readonly hiddenIDs: readonly string[];
}

export function getForumVisibility(context: Context, caller: Caller): ForumVisibility {
  const { blocked, hidden, userID } = getPostReader(context, caller);
  const categories = listVisibleCategories(context, caller);
  return {
    userID,
    categoryIDs: categories.map(({ id }) => id),
    openCategoryIDs: categories.filter((category) => !doBlocksHideForums(category)).map(({ id }) => id),
    blockedIDs: [...blocked],
    hiddenIDs: [...hidden],
  };
}

export const toVisibilityParameters = (visibility: ForumVisibility) => ({
  userID: visibility.userID,
  categoryIDs: JSON.stringify(visibility.categoryIDs),
  openCategoryIDs: JSON.stringify(visibility.openCategoryIDs),
  blockedIDs: JSON.stringify(visibility.blockedIDs),
  hiddenIDs: JSON.stringify(visibility.hiddenIDs),
});

const writeVisibilityCondition = (category: string): string => `f.deleted_at IS NULL
  AND ${category} IN (SELECT value FROM json_each(:categoryIDs))
  AND (f.creator_id NOT IN (SELECT value FROM json_each(:blockedIDs))
    OR f.category_id IN (SELECT value FROM json_each(:openCategoryIDs)))`;

/** Whether a forum `f` isn't deleted and the caller may see it (forums rule B20). */
export const visibleForums = writeVisibilityCondition('f.category_id');

/**
 * The same for queries of a few forums in an order: the plus prevents SQLite from finding them by category and sorting
 * all.
 */
export const visibleForumsInOrder = writeVisibilityCondition('+f.category_id');
