import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { malformed, notFound } from '#contract/errors.ts';
import type { SentReason } from '#core/reports/index.ts';
import { getCategory, getForum, isPublic } from '../access.ts';
import { findForum } from '../live-forums.ts';
import { publishPosts } from '../posts/text-effects.ts';
import { forumKind } from './forum-kind.ts';
import { forumHistory, saveForum } from './store.ts';

/** Renames a forum as its creator or as a moderator (forums rule B33). */
export function renameForum(context: WriteContext, caller: Caller, forumID: string, title: string): void {
  const forum = forumKind.getToChange(context, caller, forumID);
  if (forum.title === title) return;
  forumHistory.record(context, caller, forumID, { ...forum, categoryID: null });
  saveForum(context, forumID, { title, moderationState: forumKind.stateAfterChange(caller, forum) });
  forumKind.log(context, caller, 'edit', forum);
}

/** Pins or unpins a forum in its category, for moderators; returns whether that changed anything (forums rule B37). */
export function setForumPinned(context: WriteContext, caller: Caller, forumID: string, isPinned: boolean): boolean {
  const { forum } = getForum(context, caller, forumID);
  if (forum.isPinned === isPinned) return false;
  saveForum(context, forumID, { isPinned });
  forumKind.log(context, caller, isPinned ? 'pin' : 'unpin', forum);
  return true;
}

/** Moves a forum to another category, for moderators. Throws 400 for its current category (moderation rule M10). */
export function moveForum(
  context: WriteContext,
  caller: Caller,
  { forumID, categoryID }: { forumID: string; categoryID: string },
  sent?: SentReason,
): void {
  const forum = findForum(context, forumID);
  if (!forum) throw notFound('forum');
  const category = getCategory(context, categoryID);
  if (forum.categoryID === categoryID) throw malformed('The thread is already in this category.', 'alreadySo');
  forumHistory.record(context, caller, forumID, forum);
  saveForum(context, forumID, { categoryID });
  publishPosts(context, forumID, isPublic(category));
  forumKind.log(context, caller, 'move', forum, sent);
}
