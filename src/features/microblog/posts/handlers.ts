import type { Call, Context, Handlers } from '#area/context.ts';
import { processUpload, processUploads, writeOrDiscard } from '#core/images/index.ts';
import { assertHasPicture } from '#core/posts/index.ts';
import { eachReaction, type PostContentData, type Reaction } from '#core/posts/records.ts';
import { getShownPost } from '../access.ts';
import { reportPost } from '../moderation/report-post.ts';
import { presentPostDetail, presentPostFor } from '../present.ts';
import type { FeedPostData } from '../records.ts';
import type { postsApi } from './api.ts';
import {
  addPostPicture,
  deletePost,
  getPostToChange,
  getPostToUpdate,
  removePostPicture,
  updatePost,
} from './change-post.ts';
import { react, setBookmarked } from './mark-post.ts';
import { assertMayPost, getPostToReplyTo, writePost, writeReply } from './write-post.ts';

type Api = typeof postsApi;

async function create(context: Context, { caller, body, writeTogether }: Call<Api['create']>): Promise<FeedPostData> {
  assertMayPost(context, caller, body);
  return writeWithPictures(context, body, (images) =>
    writeTogether((context) => presentPostFor(context, caller, writePost(context, caller, body, images))),
  );
}

async function reply(
  context: Context,
  { caller, params, body, writeTogether }: Call<Api['reply']>,
): Promise<FeedPostData> {
  getPostToReplyTo(context, caller, params.postID, body);
  return writeWithPictures(context, body, (images) =>
    writeTogether((context) =>
      presentPostFor(context, caller, writeReply(context, caller, params.postID, body, images)),
    ),
  );
}

async function update(context: Context, { caller, params, body, write }: Call<Api['update']>): Promise<FeedPostData> {
  getPostToUpdate(context, caller, params.postID, body);
  return writeWithPictures(context, body, (images) =>
    write((context) => presentPostFor(context, caller, updatePost(context, caller, params.postID, body, images))),
  );
}

/** Stores the pictures of a post that may be written, and writes it with their names. */
async function writeWithPictures(
  context: Context,
  { images }: PostContentData,
  write: (names: readonly string[]) => FeedPostData | Promise<FeedPostData>,
): Promise<FeedPostData> {
  const pictures = await processUploads(context, images, { key: 'images' });
  return writeOrDiscard(context, pictures, () => write(pictures.map(({ name }) => name)));
}

async function addImage(
  context: Context,
  { caller, params, body, write }: Call<Api['addImage']>,
): Promise<FeedPostData> {
  assertHasPicture(body);
  getPostToChange(context, caller, params.postID);
  const picture = await processUpload(context, body, { avatar: false, key: 'image' });
  const { name = '' } = picture ?? {};
  return writeOrDiscard(context, [picture], () =>
    write((context) => presentPostFor(context, caller, addPostPicture(context, caller, params.postID, name))),
  );
}

type ReactingCall = Pick<Call<Api['unreact']>, 'caller' | 'params' | 'write'>;

const reactWith =
  (reaction?: Reaction) =>
  ({ caller, params, write }: ReactingCall): FeedPostData =>
    write((context) => presentPostFor(context, caller, react(context, caller, params.postID, reaction)));

export const postsHandlers = (context: Context): Handlers<Api> => ({
  read: ({ caller, params }) => presentPostDetail(context, caller, getShownPost(context, caller, params.postID)),
  create: (call) => create(context, call),
  reply: (call) => reply(context, call),
  update: (call) => update(context, call),
  addImage: (call) => addImage(context, call),
  removeImage: ({ caller, params, body, write }) =>
    write((context) => presentPostFor(context, caller, removePostPicture(context, caller, params.postID, body))),
  delete: ({ caller, params, write }) => write((context) => deletePost(context, caller, params.postID)),
  ...eachReaction(reactWith),
  unreact: reactWith(),
  bookmark: ({ caller, params, write }) => write((context) => setBookmarked(context, caller, params.postID, true)),
  removeBookmark: ({ caller, params, write }) =>
    write((context) => setBookmarked(context, caller, params.postID, false)),
  report: ({ caller, params, body, write }) =>
    write((context) => reportPost(context, caller, params.postID, body.message)),
});
