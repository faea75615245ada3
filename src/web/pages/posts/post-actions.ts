import * as v from 'valibot';
import { mapReactions, type Reaction } from '#core/posts/records.ts';
import { forumsApi } from '#features/forums/api.ts';
import type { forumPostCalls } from '#features/forums/posts/api.ts';
import type { feedPostCalls } from '#features/microblog/posts/api.ts';
import { call } from '../../page.ts';
import type { Visit } from '../../visit.ts';

/** The calls of one kind of public post. */
export type PostCalls = typeof forumPostCalls | typeof feedPostCalls;

const byPost = { value: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)) };
type ButtonCall = PostCalls[Reaction | 'unreact' | 'bookmark' | 'removeBookmark'];

const onPost = (endpoint: ButtonCall | typeof forumsApi.pinPost | typeof forumsApi.unpinPost) =>
  call(
    endpoint,
    byPost,
    (_visit: Visit<unknown, unknown>, { value }) => ({ params: { postID: value } }),
    ({ address }, { value }) => `${address}#p${value}`,
  );

/** Actions that pin posts in their thread, for its author and for moderators. */
export const pinActions = { pin: onPost(forumsApi.pinPost), unpin: onPost(forumsApi.unpinPost) };

/** Actions of the buttons next to a post; afterwards the page is shown at the post again. */
export function postActions(calls: PostCalls) {
  return {
    ...mapReactions((reaction) => onPost(calls[reaction])),
    unreact: onPost(calls.unreact),
    bookmark: onPost(calls.bookmark),
    unbookmark: onPost(calls.removeBookmark),
  };
}
