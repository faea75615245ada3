import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { getPostReader } from '#core/posts/index.ts';
import { getForum, getPost } from '../access.ts';
import { presentPostDetail, presentPosts } from '../present.ts';
import type { PostData, PostDetailData } from '../records.ts';
import { findPinnedIDs, findPosts } from './store.ts';

/** A post with those who reacted to it. Throws 404 for what blocks or mutes hide, or 403 for its category (forums rule B42). */
export function readPost(context: Context, caller: Caller, postID: number): PostDetailData {
  const { post } = getPost(context, caller, postID);
  if (getPostReader(context, caller).hidden.has(post.authorID)) throw notFound('post');
  return presentPostDetail(context, caller, post);
}

/** The pinned posts of a forum, oldest first (forums rule B39). */
export function listPinnedPosts(context: Context, caller: Caller, forumID: string): PostData[] {
  getForum(context, caller, forumID);
  const { hidden } = getPostReader(context, caller);
  const rows = findPosts(context, findPinnedIDs(context.db, forumID));
  return presentPosts(
    context,
    caller,
    rows.filter(({ authorID }) => !hidden.has(authorID)),
  );
}
