import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import type { Reaction } from '#core/posts/records.ts';
import { getPost } from '../access.ts';
import { findPost, postMarks } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';

/** Sets the caller's one reaction to somebody else's post, or takes it back (forums rules B40 and B70). */
export function react(context: WriteContext, caller: Caller, postID: number, reaction?: Reaction): MicroblogPostRow {
  const post = getPost(context, caller, postID);
  if (post.authorID === caller.userID) throw forbidden('You cannot react to your own post.');
  postMarks.setReaction(context, caller.userID, postID, reaction);
  return findPost(context, postID) ?? post;
}

/** Bookmarks a post for the caller alone, or ends that (forums rules B41 and B70). */
export function setBookmarked(context: WriteContext, caller: Caller, postID: number, isBookmarked: boolean): void {
  const post = getPost(context, caller, postID);
  postMarks.setBookmarked(context, caller.userID, post.id, isBookmarked);
}
