import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { getPostReader } from '#core/posts/index.ts';
import { getForum, getPost } from '../access.ts';
import { presentPostDetail, presentPosts } from '../present.ts';
import type { PostData, PostDetailData } from '../records.ts';
import { findPinnedIDs, findPosts } from './store.ts';
import { createMuteFilter } from './text-effects.ts';

/**
 * Returns a post with the users who reacted to it. Throws 404 if blocks, mutes or mute words hide it, or 403 for its
 * category (forums rule B42).
 */
export function readPost(context: Context, caller: Caller, postID: number): PostDetailData {
  const { post } = getPost(context, caller, postID);
  const isHidden = getPostReader(context, caller).hidden.has(post.authorID) || createMuteFilter(context, caller)(post);
  if (isHidden) throw notFound('post');
  return presentPostDetail(context, caller, post);
}

/** Returns the pinned posts of a forum, oldest first (forums rule B39). */
export function listPinnedPosts(context: Context, caller: Caller, forumID: string): PostData[] {
  getForum(context, caller, forumID);
  const { hidden } = getPostReader(context, caller);
  const hasMuteWord = createMuteFilter(context, caller);
  const rows = findPosts(context, findPinnedIDs(context.db, forumID));
  return presentPosts(
    context,
    caller,
    rows.filter((row) => !hidden.has(row.authorID) && !hasMuteWord(row)),
  );
}
