import type { Context, WriteContext } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { forbidden } from '#contract/errors.ts';
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
import { assertMayChange, assertNotInTemporaryQuarantine, computeStateAfterChange } from '#core/users/index.ts';
import { assertOpen, getPost, type PostAccess } from '../access.ts';
import type { ForumPostRow } from '../tables.ts';
import { describePost, toOwnPost } from '../threads/content.ts';
import { findPost, postEdits, savePost, savePostDeletion } from './store.ts';
import { applyPostText } from './text-effects.ts';

/** A post that the caller may change or delete now (forums rules B30 to B32). */
export function getPostToChange(context: Context, caller: Caller, postID: number): PostAccess {
  const access = getPost(context, caller, postID);
  assertMayChange(context, caller, toOwnPost(access.post));
  assertOpen(caller, access.forum);
  return access;
}

/** As `getPostToChange`, for this new content: its pictures are counted first (forums rule B31). */
export function getPostToUpdate(context: Context, caller: Caller, postID: number, input: PostContentData): PostAccess {
  assertPictureCount(context, caller, input.images);
  return getPostToChange(context, caller, postID);
}

/** Replaces what a post says (forums rule B31). */
export function updatePost(
  context: WriteContext,
  caller: Caller,
  postID: number,
  input: PostContentData,
  images: readonly string[],
): ForumPostRow {
  const { post } = getPostToUpdate(context, caller, postID, input);
  return saveContent(context, caller, post, { text: normalizePostText(input.text), images });
}

/** Adds a picture to a post; the text stays (forums rule B63). */
export function addPostPicture(context: WriteContext, caller: Caller, postID: number, name: string): ForumPostRow {
  const { post } = getPostToChange(context, caller, postID);
  const images = addPicture(context, caller, post.images ?? [], name);
  return saveContent(context, caller, post, { text: post.text, images });
}

/** Takes one picture, or all, from a post (forums rule B63). */
export function removePostPicture(
  context: WriteContext,
  caller: Caller,
  postID: number,
  picture: ImageUploadData,
): ForumPostRow {
  const { post } = getPostToChange(context, caller, postID);
  return saveContent(context, caller, post, { text: post.text, images: removePicture(post.images ?? [], picture) });
}

function saveContent(context: WriteContext, caller: Caller, post: ForumPostRow, content: PostContent): ForumPostRow {
  if (saysTheSame(post, content)) return post;
  postEdits.record(context, caller, post);
  savePost(context, post, { ...content, moderationState: computeStateAfterChange(caller, toOwnPost(post)) });
  applyPostText(context, caller, post, { before: post.text, after: content.text });
  logModeratorAction(context, caller, 'edit', describePost(post));
  return findPost(context, post.id) ?? post;
}

/** Deletes a post (forums rule B32). */
export function deletePost(context: WriteContext, caller: Caller, postID: number): void {
  const { post } = getPostToChange(context, caller, postID);
  savePostDeletion(context, post);
  applyPostText(context, caller, post, { before: post.text, after: '' });
  logModeratorAction(context, caller, 'delete', describePost(post));
}

/** Pins a post in its forum or ends that; true when that changed anything (forums rule B38). */
export function setPostPinned(context: WriteContext, caller: Caller, postID: number, isPinned: boolean): boolean {
  const { post, forum } = getPost(context, caller, postID);
  assertNotInTemporaryQuarantine(context, caller);
  const isStaff = isAtLeast(caller.level, 'moderator');
  const isCreator = forum.creatorID === caller.userID && isAtLeast(caller.level, 'verified');
  if (!isStaff && !isCreator) throw forbidden('Only who started the forum, and moderators, may pin its posts.');
  if (!isStaff && forum.moderationState === 'locked') throw forbidden('The moderators have locked this forum.');
  if (post.isPinned === isPinned) return false;
  savePost(context, post, { isPinned });
  logModeratorAction(context, caller, isPinned ? 'pin' : 'unpin', describePost(post));
  return true;
}
