import type { WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { assertNotInTemporaryQuarantine } from '#core/users/index.ts';
import { getPost } from '../access.ts';
import { assertForumOpen } from '../cooldown/cooldown.ts';
import { forumPostKind } from './post-kind.ts';
import { savePost } from './store.ts';

/** Pins or unpins a post in its forum; returns whether that changed anything (forums rule B38). */
export function setPostPinned(context: WriteContext, caller: Caller, postID: number, isPinned: boolean): boolean {
  const { post, forum } = getPost(context, caller, postID);
  assertNotInTemporaryQuarantine(context, caller);
  const isStaff = isAtLeast(caller.level, 'moderator');
  const isCreator = forum.creatorID === caller.userID && isAtLeast(caller.level, 'verified');
  if (!isStaff && !isCreator)
    throw forbidden('notOwner', 'Only the person who started the thread and moderators can pin posts.');
  if (!isStaff && forum.moderationState === 'locked')
    throw forbidden('threadClosed', 'Moderators have locked this thread.');
  assertForumOpen(context, caller, forum);
  if (post.isPinned === isPinned) return false;
  savePost(context, post, { isPinned });
  forumPostKind.log(context, caller, isPinned ? 'pin' : 'unpin', post);
  return true;
}
