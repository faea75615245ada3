import type { Call, Context, Handlers } from '#area/context.ts';
import { processUploads, writeOrDiscard } from '#core/images/index.ts';
import { reportPost } from '../moderation/report-fez.ts';
import { presentPost } from '../present.ts';
import type { FezPostData } from '../records.ts';
import type { postsApi } from './api.ts';
import { deletePost } from './delete-post.ts';
import { getFezToPostIn, writePost } from './write-post.ts';

type Api = typeof postsApi;

async function post(
  context: Context,
  { caller, params, body, writeTogether }: Call<Api['post']>,
): Promise<FezPostData> {
  getFezToPostIn(context, caller, params.fezID, body);
  const images = await processUploads(context, body.images, { key: 'images' });
  return writeOrDiscard(context, images, () =>
    writeTogether((context) => presentPost(context, writePost(context, caller, params.fezID, body, images[0]))),
  );
}

export const postsHandlers = (context: Context): Handlers<Api> => ({
  post: (call) => post(context, call),
  deletePostIn: ({ caller, params, write }) =>
    write((context) => deletePost(context, caller, params.postID, params.fezID)),
  deletePost: ({ caller, params, write }) => write((context) => deletePost(context, caller, params.postID)),
  reportPost: ({ caller, params, body, write }) =>
    write((context) => reportPost(context, caller, params.postID, body.message)),
});
