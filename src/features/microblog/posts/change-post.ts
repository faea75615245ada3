import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { ImageUploadData } from '#core/images/records.ts';
import {
  addPicture,
  assertPictureCount,
  normalizePostText,
  type PostContent,
  removePicture,
  saysTheSame,
} from '#core/posts/index.ts';
import type { PostContentData } from '#core/posts/records.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { assertMayChange, computeStateAfterChange } from '#core/users/index.ts';
import { getPost } from '../access.ts';
import { describePost, toOwnPost } from '../content.ts';
import { findPost, postEdits, savePost } from '../store.ts';
import type { MicroblogPostRow } from '../tables.ts';
import { applyText } from '../text-effects.ts';

/** A post that the caller may change or delete now. Throws 404, or 403 (forums rules B30 and B70). */
export function getPostToChange(context: Context, caller: Caller, postID: number): MicroblogPostRow {
  const post = getPost(context, caller, postID);
  assertMayChange(context, caller, toOwnPost(post));
  return post;
}

/** As `getPostToChange`, for this new content: its pictures are counted first (forums rule B70). */
export function getPostToUpdate(
  context: Context,
  caller: Caller,
  postID: number,
  input: PostContentData,
): MicroblogPostRow {
  assertPictureCount(context, caller, input.images);
  return getPostToChange(context, caller, postID);
}

/** Replaces what a post says (forums rules B31 and B70). */
export function updatePost(
  context: WriteContext,
  caller: Caller,
  postID: number,
  input: PostContentData,
  images: readonly string[],
): MicroblogPostRow {
  const post = getPostToUpdate(context, caller, postID, input);
  return saveContent(context, caller, post, { text: normalizePostText(input.text), images });
}

/** Adds a picture to a post; the text stays (forums rule B63). */
export function addPostPicture(context: WriteContext, caller: Caller, postID: number, name: string): MicroblogPostRow {
  const post = getPostToChange(context, caller, postID);
  const images = addPicture(context, caller, post.images ?? [], name);
  return saveContent(context, caller, post, { text: post.text, images });
}

/** Takes one picture, or all, from a post (forums rule B63). */
export function removePostPicture(
  context: WriteContext,
  caller: Caller,
  postID: number,
  picture: ImageUploadData,
): MicroblogPostRow {
  const post = getPostToChange(context, caller, postID);
  return saveContent(context, caller, post, { text: post.text, images: removePicture(post.images ?? [], picture) });
}

function saveContent(
  context: WriteContext,
  caller: Caller,
  post: MicroblogPostRow,
  content: PostContent,
): MicroblogPostRow {
  if (saysTheSame(post, content)) return post;
  postEdits.record(context, caller, post);
  savePost(context, post.id, { ...content, moderationState: computeStateAfterChange(caller, toOwnPost(post)) });
  applyText(context, caller, post, { before: post.text, after: content.text });
  logModeratorAction(context, caller, 'edit', describePost(post));
  return findPost(context, post.id) ?? post;
}

/** Deletes a post (forums rule B70). */
export function deletePost(context: WriteContext, caller: Caller, postID: number): void {
  const post = getPostToChange(context, caller, postID);
  savePost(context, post.id, { deletedAt: context.clock.now() });
  applyText(context, caller, post, { before: post.text });
  logModeratorAction(context, caller, 'delete', describePost(post));
}
