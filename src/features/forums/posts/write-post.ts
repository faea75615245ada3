import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { assertPictureCount } from '#core/posts/index.ts';
import type { PostContentData } from '#core/posts/records.ts';
import { chooseAuthor } from '#core/teams/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { assertCreatorVisible, assertOpen, type ForumAccess, getForumInCategory } from '../access.ts';
import { assertMayPostNow } from '../cooldown/cooldown.ts';
import type { ForumPostRow } from '../tables.ts';
import { notifyWatchers } from '../watching/notify-watchers.ts';
import { forumPostKind } from './post-kind.ts';

/** Returns the forum to post in. Throws the first error that prevents this post, in the order of forums rule B25. */
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
  assertMayPostNow(context, caller, access.forum);
  return access;
}

/** Posts in a forum by the chosen author, and notifies the users who watch it (forums rules B25, B27 and B75). */
export function postInForum(
  context: WriteContext,
  caller: Caller,
  forumID: string,
  input: PostContentData,
  images: readonly string[],
): ForumPostRow {
  getForumToPostIn(context, caller, forumID, input);
  const authorID = chooseAuthor(context, caller, input);
  const post = forumPostKind.add(context, caller, { forumID, authorID, text: input.text, images });
  notifyWatchers(context, caller, post);
  return post;
}
