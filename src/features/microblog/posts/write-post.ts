import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
import { assertPictureCount, normalizePostText } from '#core/posts/index.ts';
import type { PostContentData } from '#core/posts/records.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { chooseAuthor } from '#core/teams/index.ts';
import { assertMayCreate, isUnderReview } from '#core/users/index.ts';
import { getPost } from '../access.ts';
import { describePost } from '../content.ts';
import { insertPost, saveAsHead } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';
import { applyText } from '../text-effects.ts';

/** Throws what stands against this post, in the order of forums rule B69. */
export function assertMayPost(context: Context, caller: Caller, post: PostContentData): void {
  assertPictureCount(context, caller, post.images);
  assertMayCreate(context, caller);
}

/** The post to reply to. Throws what stands against this reply, in the order of forums rule B69. */
export function getPostToReplyTo(
  context: Context,
  caller: Caller,
  postID: number,
  reply: PostContentData,
): MicroblogPostRow {
  assertMayPost(context, caller, reply);
  const target = getPost(context, caller, postID);
  if (isUnderReview(target.moderationState)) throw forbidden('The moderators are looking at this post.');
  return target;
}

/** Writes a post (forums rules B27 and B69). */
export function writePost(
  context: WriteContext,
  caller: Caller,
  post: PostContentData,
  images: readonly string[],
): MicroblogPostRow {
  assertMayPost(context, caller, post);
  return addPost(context, caller, post, { images, replyGroupID: null });
}

/** Replies to a post, which becomes the head of a reply group unless it is in one (forums rule B69). */
export function writeReply(
  context: WriteContext,
  caller: Caller,
  postID: number,
  reply: PostContentData,
  images: readonly string[],
): MicroblogPostRow {
  const target = getPostToReplyTo(context, caller, postID, reply);
  if (target.replyGroupID === null) saveAsHead(context, target.id);
  return addPost(context, caller, reply, { images, replyGroupID: target.replyGroupID ?? target.id });
}

function addPost(
  context: WriteContext,
  caller: Caller,
  post: PostContentData,
  { images, replyGroupID }: { images: readonly string[]; replyGroupID: number | null },
): MicroblogPostRow {
  const row = insertPost(context, {
    authorID: chooseAuthor(context, caller, post),
    text: normalizePostText(post.text),
    images,
    replyGroupID,
    createdAt: context.clock.now(),
  });
  applyText(context, caller, row, { after: row.text });
  logModeratorAction(context, caller, 'post', describePost(row));
  return row;
}
