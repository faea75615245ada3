import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import { takeBackMentions } from '#core/public-text/index.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertMayChange, assertNotInTemporaryQuarantine, computeStateAfterChange } from '#core/users/index.ts';
import { getCategory, getForum, isPublic } from '../access.ts';
import { findForum } from '../board.ts';
import { findLiveIDs } from '../posts/store.ts';
import { publishPosts } from '../posts/text-effects.ts';
import { describeForum, toOwnForum } from './content.ts';
import { recordForum, saveForum } from './store.ts';

/** Gives a forum another title, as who made it or as a moderator (forums rule B33). */
export function renameForum(context: WriteContext, caller: Caller, forumID: string, title: string): void {
  const { forum } = getForum(context, caller, forumID);
  assertMayChange(context, caller, toOwnForum(forum));
  if (forum.title === title) return;
  recordForum(context, caller, forum);
  saveForum(context, forumID, { title, moderationState: computeStateAfterChange(caller, toOwnForum(forum)) });
  logModeratorAction(context, caller, 'edit', describeForum(forum));
}

/** Deletes a forum with all its posts; for moderators (forums rule B34). */
export function deleteForum(context: WriteContext, caller: Caller, forumID: string): void {
  const { forum } = getForum(context, caller, forumID);
  assertNotInTemporaryQuarantine(context, caller);
  saveForum(context, forumID, { deletedAt: context.clock.now() });
  takeBackMentions(context, 'forum', findLiveIDs(context.db, forumID));
  logModeratorAction(context, caller, 'delete', describeForum(forum));
}

/** Pins a forum in its category or ends that; for moderators. True when that changed anything (forums rule B37). */
export function setForumPinned(context: WriteContext, caller: Caller, forumID: string, isPinned: boolean): boolean {
  const { forum } = getForum(context, caller, forumID);
  if (forum.isPinned === isPinned) return false;
  saveForum(context, forumID, { isPinned });
  logModeratorAction(context, caller, isPinned ? 'pin' : 'unpin', describeForum(forum));
  return true;
}

/** Moves a forum into another category; for moderators. Throws 400 for the one it is in (moderation rule M10). */
export function moveForum(context: WriteContext, caller: Caller, forumID: string, categoryID: string): void {
  const forum = findForum(context, forumID);
  if (!forum) throw notFound('forum');
  const category = getCategory(context, categoryID);
  if (forum.categoryID === categoryID) throw malformed('The forum is in this category already.');
  recordForum(context, caller, forum, forum.categoryID);
  saveForum(context, forumID, { categoryID });
  publishPosts(context, forumID, isPublic(category));
  logModeratorAction(context, caller, 'move', describeForum(forum));
}
