import type { Call, Context, Handlers } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { writeWithPictures } from '#core/images/index.ts';
import { createReactionHandlers } from '#core/posts/index.ts';
import { presentPost } from '../present.ts';
import type { FezPostData } from '../records.ts';
import type { postsApi } from './api.ts';
import { fezPostKind } from './post-kind.ts';
import { reactToPost } from './react.ts';
import { findDisclosure, reportPost } from './report-post.ts';
import { findPost } from './store.ts';
import { getFezToPostIn, writePost } from './write-post.ts';

type Api = typeof postsApi;

function post(context: Context, { caller, params, body, write }: Call<Api['post']>): Promise<FezPostData> {
  getFezToPostIn(context, caller, params.fezID, body);
  const sent = { uploads: body.images, key: 'images', write };
  return writeWithPictures(context, sent, (context, [image = null]) =>
    presentPost(context, writePost(context, caller, params.fezID, body, image)),
  );
}

export const postsHandlers = (context: Context): Handlers<Api> => ({
  post: (call) => post(context, call),
  deletePostIn: ({ caller, params: { fezID, postID }, body, write }) =>
    write((context) => {
      if (findPost(context.db, postID)?.fezID !== fezID) throw notFound('post');
      fezPostKind.delete(context, caller, postID, body);
    }),
  deletePost: fezPostKind.handlers.delete,
  reportPost: ({ caller, params, body, write }) => write((context) => reportPost(context, caller, params.postID, body)),
  reportDisclosure: ({ caller, params }) => findDisclosure(context, caller, params.postID),
  ...createReactionHandlers(reactToPost),
});
