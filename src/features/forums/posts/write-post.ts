import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { assertPictureCount } from '#core/posts/index.ts';
import type { PostContentData } from '#core/posts/records.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { assertCreatorVisible, assertOpen, type ForumAccess, getForumInCategory } from '../access.ts';

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
  return access;
}
