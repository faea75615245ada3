import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden, notFound } from '#contract/errors.ts';
import { getPostReader } from '#core/posts/index.ts';
import { isUnderReview } from '#core/users/index.ts';
import { type Forum, findForum } from './board.ts';
import { listCategories } from './categories/store.ts';
import { findPost } from './posts/store.ts';
import type { ForumCategoryRow, ForumPostRow } from './tables.ts';

/** May the caller see the category? (forums rule B9) */
export function seesCategory(caller: Caller | undefined, { viewLevel, requiredRole }: ForumCategoryRow): boolean {
  if (!isAtLeast(caller?.level ?? 'quarantined', viewLevel)) return false;
  if (requiredRole === null) return true;
  return caller !== undefined && (isAtLeast(caller.level, 'moderator') || caller.roles.has(requiredRole));
}

/** Does everyone see the category, also without a login? */
export const isPublic = (category: ForumCategoryRow): boolean => seesCategory(undefined, category);

/** The categories that the caller may see, in no order. */
export const listSeenCategories = (context: Context, caller: Caller | undefined): ForumCategoryRow[] =>
  listCategories(context).filter((category) => seesCategory(caller, category));

/** A category that the caller may see. Throws 404, or 403 for one that is not for them (forums rule B43). */
export function getSeenCategory(context: Context, caller: Caller, categoryID: string): ForumCategoryRow {
  const category = getCategory(context, categoryID);
  if (!seesCategory(caller, category)) throw forbidden('This category is not open to you.');
  return category;
}

/** Throws 404. */
export function getCategory(context: Context, categoryID: string): ForumCategoryRow {
  const category = listCategories(context).find(({ id }) => id === categoryID);
  if (!category) throw notFound('category');
  return category;
}

/** A forum with its category. */
export interface ForumAccess {
  readonly forum: Forum;
  readonly category: ForumCategoryRow;
}

/** Do blocks hide forums of this category? Not where the staff alone makes them (forums rules B13 and B17). */
export const hidesByBlocks = ({ createLevel }: ForumCategoryRow): boolean => !isAtLeast(createLevel, 'moderator');

/** A forum in a category that the caller may see, anyone who made it. Throws 404, or 403 for the category. */
export function getForumInCategory(context: Context, caller: Caller, forumID: string, sought = 'forum'): ForumAccess {
  const forum = findForum(context, forumID);
  if (!forum) throw notFound(sought);
  return { forum, category: getSeenCategory(context, caller, forum.categoryID) };
}

/** Throws 404 when a block hides who made the forum (forums rule B17). */
export function assertCreatorVisible(
  context: Context,
  caller: Caller,
  { forum, category }: ForumAccess,
  sought = 'forum',
): void {
  const isHidden = getPostReader(context, caller).blocked.has(forum.creatorID);
  if (isHidden && hidesByBlocks(category)) throw notFound(sought);
}

/** A forum that the caller may read. Throws 404, or 403 for one in a category that is not for them. */
export function getForum(context: Context, caller: Caller, forumID: string, sought = 'forum'): ForumAccess {
  const access = getForumInCategory(context, caller, forumID, sought);
  assertCreatorVisible(context, caller, access, sought);
  return access;
}

/** A post with the forum it is in. */
export interface PostAccess extends ForumAccess {
  readonly post: ForumPostRow;
}

/** A post that is there, and that no block hides from the caller. Throws 404, or 403 for its category. */
export function getPost(context: Context, caller: Caller, postID: number): PostAccess {
  const post = findPost(context, postID);
  if (!post || post.deletedAt !== null) throw notFound('post');
  const access = getForum(context, caller, post.forumID, 'post');
  if (getPostReader(context, caller).blocked.has(post.authorID)) throw notFound('post');
  return { ...access, post };
}

/** Throws 403 for a forum that the moderators have closed, unless the caller is one (forums rule B25). */
export function assertOpen(caller: Caller, { moderationState }: Forum): void {
  if (isAtLeast(caller.level, 'moderator')) return;
  if (isUnderReview(moderationState)) throw forbidden('The moderators are looking at this forum.');
  if (moderationState === 'locked') throw forbidden('The moderators have locked this forum.');
}

/** Whether the caller may see a forum at all: its category and who made it decide (forums rule B20). */
export function createVisibilityTest(context: Context, caller: Caller): (forum: Forum) => boolean {
  const { blocked } = getPostReader(context, caller);
  const categories = new Map(listSeenCategories(context, caller).map((category) => [category.id, category]));
  return ({ categoryID, creatorID }) => {
    const category = categories.get(categoryID);
    return category !== undefined && !(blocked.has(creatorID) && hidesByBlocks(category));
  };
}
