import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, notFound } from '#contract/errors.ts';
import { getPostReader } from '#core/posts/index.ts';
import { isUnderReview } from '#core/users/index.ts';
import { listCategories } from './categories/store.ts';
import { findForum, type LiveForum } from './live-forums.ts';
import { findPost } from './posts/store.ts';
import type { ForumCategoryRow, ForumPostRow } from './tables.ts';

/** Whether the caller may see the category (forums rule B9). */
export function canSeeCategory(caller: Caller | undefined, { viewLevel, requiredRole }: ForumCategoryRow): boolean {
  if (!isAtLeast(caller?.level ?? 'quarantined', viewLevel)) return false;
  if (requiredRole === null) return true;
  return caller !== undefined && (isAtLeast(caller.level, 'moderator') || caller.roles.has(requiredRole));
}

/** Whether everyone sees the category, even without a login. */
export const isPublic = (category: ForumCategoryRow): boolean => canSeeCategory(undefined, category);

/** Returns the categories that the caller may see, in no particular order. */
export const listVisibleCategories = (context: Context, caller: Caller | undefined): ForumCategoryRow[] =>
  listCategories(context).filter((category) => canSeeCategory(caller, category));

/** Returns a category that the caller may see. Throws 404, or 403 if the caller may not see it (forums rule B43). */
export function getVisibleCategory(context: Context, caller: Caller, categoryID: string): ForumCategoryRow {
  const category = getCategory(context, categoryID);
  if (!canSeeCategory(caller, category)) throw forbidden('categoryClosed', "You don't have access to this category.");
  return category;
}

/** Returns a category, visible or not. Throws 404. */
export function getCategory(context: Context, categoryID: string): ForumCategoryRow {
  const category = listCategories(context).find(({ id }) => id === categoryID);
  if (!category) throw notFound('category');
  return category;
}

/** A forum with its category. */
export interface ForumAccess {
  readonly forum: LiveForum;
  readonly category: ForumCategoryRow;
}

/**
 * Whether blocks hide forums of this category. They don't if only the staff creates forums there (forums rules B13 and
 * B17).
 */
export const doBlocksHideForums = ({ createLevel }: ForumCategoryRow): boolean => !isAtLeast(createLevel, 'moderator');

/**
 * Returns a forum in a category that the caller may see, even if its creator is hidden. Throws 404, or 403 for the
 * category.
 */
export function getForumInCategory(context: Context, caller: Caller, forumID: string, sought = 'forum'): ForumAccess {
  const forum = findForum(context, forumID);
  if (!forum) throw notFound(sought);
  return { forum, category: getVisibleCategory(context, caller, forum.categoryID) };
}

/** Throws 404 if a block hides the forum's creator (forums rule B17). */
export function assertCreatorVisible(
  context: Context,
  caller: Caller,
  { forum, category }: ForumAccess,
  sought = 'forum',
): void {
  const isHidden = getPostReader(context, caller).blocked.has(forum.creatorID);
  if (isHidden && doBlocksHideForums(category)) throw notFound(sought);
}

/** Returns a forum that the caller may read. Throws 404, or 403 if the caller may not see its category. */
export function getForum(context: Context, caller: Caller, forumID: string, sought = 'forum'): ForumAccess {
  const access = getForumInCategory(context, caller, forumID, sought);
  assertCreatorVisible(context, caller, access, sought);
  return access;
}

/** A post with its forum. */
export interface PostAccess extends ForumAccess {
  readonly post: ForumPostRow;
}

/** Returns a post that isn't deleted or hidden from the caller by a block. Throws 404, or 403 for its category. */
export function getPost(context: Context, caller: Caller, postID: number): PostAccess {
  const post = findPost(context, postID);
  if (!post || post.deletedAt !== null) throw notFound('post');
  const access = getForum(context, caller, post.forumID, 'post');
  if (getPostReader(context, caller).blocked.has(post.authorID)) throw notFound('post');
  return { ...access, post };
}

/** Throws 403 if the moderators have closed the forum, unless the caller is a moderator (forums rule B25). */
export function assertOpen(caller: Caller, { moderationState }: LiveForum): void {
  if (isAtLeast(caller.level, 'moderator')) return;
  if (isUnderReview(moderationState)) throw forbidden('underReview', 'Moderators are reviewing this thread.');
  if (moderationState === 'locked') throw forbidden('threadClosed', 'Moderators have locked this thread.');
}

/**
 * Returns a test of whether the caller may see a forum, which depends on its category and creator (forums rule B20).
 */
export function createVisibilityTest(context: Context, caller: Caller): (forum: LiveForum) => boolean {
  const { blocked } = getPostReader(context, caller);
  const categories = new Map(listVisibleCategories(context, caller).map((category) => [category.id, category]));
  return ({ categoryID, creatorID }) => {
    const category = categories.get(categoryID);
    return category !== undefined && !(blocked.has(creatorID) && doBlocksHideForums(category));
  };
}
