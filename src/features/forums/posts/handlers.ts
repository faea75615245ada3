import type { Call, Context, Handlers } from '#area/context.ts';
import { respondToChange } from '#contract/response.ts';
import { processUpload, processUploads, writeOrDiscard } from '#core/images/index.ts';
import { assertHasPicture } from '#core/posts/index.ts';
import { eachReaction } from '#core/posts/records.ts';
import { reportPost } from '../moderation/report.ts';
import { presentOnePost } from '../present.ts';
import type { PostData } from '../records.ts';
import type { postsApi } from './api.ts';
import {
  addPostPicture,
  deletePost,
  getPostToChange,
  getPostToUpdate,
  removePostPicture,
  setPostPinned,
  updatePost,
} from './change-post.ts';
import { react, setBookmarked } from './mark-post.ts';
import { listPinnedPosts, readPost } from './read-post.ts';
import { getForumToPostIn, writePost } from './write-post.ts';

type Api = typeof postsApi;

const listNames = (images: readonly { readonly name: string }[]): string[] => images.map(({ name }) => name);

/** Processing pictures takes a while, so what stands against the call is found out before, and again when it is written. */
async function post(context: Context, { caller, params, body, writeTogether }: Call<Api['post']>): Promise<PostData> {
  getForumToPostIn(context, caller, params.forumID, body);
  const images = await processUploads(context, body.images, { key: 'images' });
  return writeOrDiscard(context, images, () =>
    writeTogether((context) => {
      const row = writePost(context, caller, params.forumID, body, listNames(images));
      return { ...presentOnePost(context, caller, row), isPinned: undefined };
    }),
  );
}

async function update(context: Context, { caller, params, body, write }: Call<Api['updatePost']>): Promise<PostData> {
  getPostToUpdate(context, caller, params.postID, body);
  const images = await processUploads(context, body.images, { key: 'images' });
  return writeOrDiscard(context, images, () =>
    write((context) =>
      presentOnePost(context, caller, updatePost(context, caller, params.postID, body, listNames(images))),
    ),
  );
}

async function addPicture(
  context: Context,
  { caller, params, body, write }: Call<Api['addPicture']>,
): Promise<PostData> {
  assertHasPicture(body);
  getPostToChange(context, caller, params.postID);
  const picture = await processUpload(context, body, { avatar: false, key: 'image' });
  const { name = '' } = picture ?? {};
  return writeOrDiscard(context, [picture], () =>
    write((context) => presentOnePost(context, caller, addPostPicture(context, caller, params.postID, name))),
  );
}

export const postsHandlers = (context: Context): Handlers<Api> => ({
  post: (call) => post(context, call),
  readPost: ({ caller, params }) => readPost(context, caller, params.postID),
  pinnedPosts: ({ caller, params }) => listPinnedPosts(context, caller, params.forumID),
  updatePost: (call) => update(context, call),
  addPicture: (call) => addPicture(context, call),
  removePicture: ({ caller, params, body, write }) =>
    write((context) => presentOnePost(context, caller, removePostPicture(context, caller, params.postID, body))),
  deletePost: ({ caller, params, write }) => write((context) => deletePost(context, caller, params.postID)),
  ...eachReaction(
    (reaction) =>
      ({ caller, params, write }: Pick<Call<Api['unreact']>, 'caller' | 'params' | 'write'>) =>
        write((context) => react(context, caller, params.postID, reaction)),
  ),
  unreact: ({ caller, params, write }) => write((context) => react(context, caller, params.postID)),
  bookmark: ({ caller, params, write }) =>
    write((context) => respondToChange(setBookmarked(context, caller, params.postID, true))),
  removeBookmark: ({ caller, params, write }) =>
    write((context) => void setBookmarked(context, caller, params.postID, false)),
  pinPost: ({ caller, params, write }) =>
    write((context) => respondToChange(setPostPinned(context, caller, params.postID, true))),
  unpinPost: ({ caller, params, write }) =>
    write((context) => respondToChange(setPostPinned(context, caller, params.postID, false))),
  reportPost: ({ caller, params, body, write }) =>
    write((context) => reportPost(context, caller, params.postID, body.message)),
});
