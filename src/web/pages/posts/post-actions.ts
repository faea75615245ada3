import * as v from 'valibot';
import { forumsApi } from '#features/forums/api.ts';
import { microblogApi } from '#features/microblog/api.ts';
import { call } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** The calls of one kind of public post: those of forums and of the microblog say the same. */
export const forumPostCalls = {
  read: forumsApi.readPost,
  update: forumsApi.updatePost,
  delete: forumsApi.deletePost,
  like: forumsApi.like,
  love: forumsApi.love,
  laugh: forumsApi.laugh,
  unreact: forumsApi.unreact,
  bookmark: forumsApi.bookmark,
  unbookmark: forumsApi.removeBookmark,
};
export const feedPostCalls = {
  read: microblogApi.read,
  update: microblogApi.update,
  delete: microblogApi.delete,
  like: microblogApi.like,
  love: microblogApi.love,
  laugh: microblogApi.laugh,
  unreact: microblogApi.unreact,
  bookmark: microblogApi.bookmark,
  unbookmark: microblogApi.removeBookmark,
};
export type PostCalls = typeof forumPostCalls | typeof feedPostCalls;

const byPost = { value: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)) };
type ButtonCall = PostCalls[Exclude<keyof PostCalls, 'read' | 'update' | 'delete'>];

const onPost = (endpoint: ButtonCall | typeof forumsApi.pinPost | typeof forumsApi.unpinPost) =>
  call(
    endpoint,
    byPost,
    (_visit: Visit<unknown, unknown>, { value }) => ({ params: { postID: value } }),
    ({ address }, { value }) => `${address}#p${value}`,
  );

/** Pinning posts in their thread, for whoever started it and for moderators. */
export const pinActions = { pin: onPost(forumsApi.pinPost), unpin: onPost(forumsApi.unpinPost) };

/** What the buttons beside a post do to it; the page is shown again where the post is. */
export function postActions(calls: PostCalls) {
  return {
    like: onPost(calls.like),
    love: onPost(calls.love),
    laugh: onPost(calls.laugh),
    unreact: onPost(calls.unreact),
    bookmark: onPost(calls.bookmark),
    unbookmark: onPost(calls.unbookmark),
  };
}
