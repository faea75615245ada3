import type { WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import type { Reaction } from '#core/posts/records.ts';
import { getPost } from '../access.ts';
import { presentOnePost } from '../present.ts';
import type { PostData } from '../records.ts';
import { findPost, postMarks } from './store.ts';

/** Sets the caller's one reaction to somebody else's post, or takes it back (forums rule B40). */
export function react(context: WriteContext, caller: Caller, postID: number, reaction?: Reaction): PostData {
  const { post } = getPost(context, caller, postID);
  if (post.authorID === caller.userID) throw forbidden('You cannot react to your own post.');
  postMarks.setReaction(context, caller.userID, postID, reaction);
  return presentOnePost(context, caller, findPost(context, postID) ?? post);
}

/** Bookmarks a post for the caller alone or ends that; true when that changed anything (forums rule B41). */
export function setBookmarked(context: WriteContext, caller: Caller, postID: number, isBookmarked: boolean): boolean {
  const { post } = getPost(context, caller, postID);
  return postMarks.setBookmarked(context, caller.userID, post.id, isBookmarked);
}
