import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { assertPictureCount, normalizePostText } from '#core/posts/index.ts';
import type { PostContentData } from '#core/posts/records.ts';
import { logModeratorAction } from '#core/reports/index.ts';
import { chooseAuthor } from '#core/teams/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { assertCreatorVisible, assertOpen, type ForumAccess, getForumInCategory } from '../access.ts';
import type { ForumPostRow } from '../tables.ts';
import { describePost } from '../threads/content.ts';
import { insertPost } from './store.ts';
import { applyPostText } from './text-effects.ts';

/** The forum to post in. Throws what stands against this post, in the order of forums rule B25. */
export function getForumToPostIn(
  context: Context,
  caller: Caller,
  forumID: string,
  post: PostContentData,
): ForumAccess {
  assertPictureCount(context, caller, post.images);
  const access = getForumInCategory(context, caller, forumID);
  assertMayCreate(context, caller);
  assertOpen(caller, access.forum);
  assertCreatorVisible(context, caller, access);
  return access;
}

/** Posts in a forum (forums rules B25 and B27). */
export function writePost(
  context: WriteContext,
  caller: Caller,
  forumID: string,
  post: PostContentData,
  images: readonly string[],
): ForumPostRow {
  const access = getForumToPostIn(context, caller, forumID, post);
  return addPost(context, caller, access, { text: post.text, images, authorID: chooseAuthor(context, caller, post) });
}

/** Adds a post that may be made. */
export function addPost(
  context: WriteContext,
  caller: Caller,
  { forum }: ForumAccess,
  { text, images, authorID }: { text: string; images: readonly string[]; authorID: string },
): ForumPostRow {
  const row = insertPost(context, {
    forumID: forum.id,
    authorID,
    text: normalizePostText(text),
    images,
    createdAt: context.clock.now(),
  });
  applyPostText(context, caller, row, { before: '', after: row.text });
  logModeratorAction(context, caller, 'post', describePost(row));
  return row;
}
