import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { getPostReader, presentPostWords } from '#core/posts/index.ts';
import { createMuteWordFilter } from '#core/public-text/index.ts';
import { findPost } from './store.ts';
import type { MicroblogPostRow } from './tables.ts';

/** Returns a post that isn't deleted and whose author isn't hidden from the caller by a block. Throws 404. */
export function getPost(context: Context, caller: Caller, postID: number): MicroblogPostRow {
  const post = findPost(context, postID);
  const isThere = post?.deletedAt === null && !getPostReader(context, caller).blocked.has(post.authorID);
  if (!isThere) throw notFound('post');
  return post;
}

/** Returns a post that the caller would see in the feed, by any author. Throws 404 (forums rule B71). */
export function getShownPost(context: Context, caller: Caller, postID: number): MicroblogPostRow {
  const post = getPost(context, caller, postID);
  const hasMuteWord = createMuteWordFilter(context, caller.userID);
  const isHidden =
    getPostReader(context, caller).hidden.has(post.authorID) || hasMuteWord(presentPostWords(context, post));
  if (isHidden) throw notFound('post');
  return post;
}
