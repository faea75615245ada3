import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { assertPictureCount } from '#core/posts/index.ts';
import type { PostContentData } from '#core/posts/records.ts';
import { assertMayCreate, isUnderReview } from '#core/users/index.ts';
import { getPost } from '../access.ts';
import { saveAsHead } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';

/** Throws the first error that prevents this post, in the order of forums rule B69. */
export function assertMayPost(context: Context, caller: Caller, post: PostContentData): void {
  assertPictureCount(context, caller, post.images);
  assertMayCreate(context, caller);
}

/** Returns the post to reply to. Throws the first error that prevents this reply, in the order of forums rule B69. */
export function getPostToReplyTo(
  context: Context,
  caller: Caller,
  postID: number,
  reply: PostContentData,
): MicroblogPostRow {
  assertMayPost(context, caller, reply);
  const target = getPost(context, caller, postID);
  if (isUnderReview(target.moderationState)) throw forbidden('underReview', 'Moderators are reviewing this post.');
  return target;
}

/** Makes a post with a reply the head of a reply group, unless it is in one; returns the head (forums rule B69). */
export function ensureReplyGroup(context: WriteContext, { id, replyGroupID }: MicroblogPostRow): number {
  if (replyGroupID === null) saveAsHead(context, id);
  return replyGroupID ?? id;
}
