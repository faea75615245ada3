import type { Call, Context, Handlers } from '#area/context.ts';
import { respondToChange } from '#contract/response.ts';
import { writeWithPictures } from '#core/images/index.ts';
import { presentOnePost } from '../present.ts';
import type { PostData } from '../records.ts';
import type { postsApi } from './api.ts';
import { setPostPinned } from './pin-post.ts';
import { forumPostKind } from './post-kind.ts';
import { listPinnedPosts, readPost } from './read-post.ts';
import { getForumToPostIn, postInForum } from './write-post.ts';

type Api = typeof postsApi;

/** Posts in a forum (forums rules B25 and B27). */
function post(context: Context, { caller, params, body, write }: Call<Api['post']>): Promise<PostData> {
  const { forumID } = params;
  getForumToPostIn(context, caller, forumID, body);
  const sent = { uploads: body.images, key: 'images', write };
  return writeWithPictures(context, sent, (context, images) => {
    const row = postInForum(context, caller, forumID, body, images);
    return { ...presentOnePost(context, caller, row), isPinned: undefined };
  });
}

export function postsHandlers(context: Context): Handlers<Api> {
  const {
    update: updatePost,
    delete: deletePost,
    report: reportPost,
    ...others
  } = forumPostKind.createHandlers(context);
  return {
    ...others,
    ...{ updatePost, deletePost, reportPost },
    post: (call) => post(context, call),
    readPost: ({ caller, params }) => readPost(context, caller, params.postID),
    pinnedPosts: ({ caller, params }) => listPinnedPosts(context, caller, params.forumID),
    pinPost: ({ caller, params, write }) =>
      write((context) => respondToChange(setPostPinned(context, caller, params.postID, true))),
    unpinPost: ({ caller, params, write }) =>
      write((context) => respondToChange(setPostPinned(context, caller, params.postID, false))),
  };
}
