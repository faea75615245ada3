import type { Call, Context, Handlers, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { writeWithPictures } from '#core/images/index.ts';
import type { PostContentData } from '#core/posts/records.ts';
import { chooseAuthor } from '#core/teams/index.ts';
import { getShownPost } from '../access.ts';
import { presentPostDetail, presentPostFor } from '../present.ts';
import type { FeedPostData } from '../records.ts';
import type { postsApi } from './api.ts';
import { feedPostKind } from './post-kind.ts';
import { assertMayPost, ensureReplyGroup, getPostToReplyTo } from './write-post.ts';

type Api = typeof postsApi;

function add(
  context: WriteContext,
  caller: Caller,
  body: PostContentData,
  place: { images: readonly string[]; replyGroupID: number | null },
): FeedPostData {
  const authorID = chooseAuthor(context, caller, body);
  return presentPostFor(context, caller, feedPostKind.add(context, caller, { authorID, text: body.text, ...place }));
}

/** Writes a post (forums rules B27 and B69). */
function create(context: Context, { caller, body, write }: Call<Api['create']>): Promise<FeedPostData> {
  assertMayPost(context, caller, body);
  const sent = { uploads: body.images, key: 'images', write };
  return writeWithPictures(context, sent, (context, images) => {
    assertMayPost(context, caller, body);
    return add(context, caller, body, { images, replyGroupID: null });
  });
}

/** Replies to a post (forums rule B69). */
function reply(context: Context, { caller, params, body, write }: Call<Api['reply']>): Promise<FeedPostData> {
  getPostToReplyTo(context, caller, params.postID, body);
  const sent = { uploads: body.images, key: 'images', write };
  return writeWithPictures(context, sent, (context, images) => {
    const target = getPostToReplyTo(context, caller, params.postID, body);
    return add(context, caller, body, { images, replyGroupID: ensureReplyGroup(context, target) });
  });
}

export function postsHandlers(context: Context): Handlers<Api> {
  const {
    addPicture: addImage,
    removePicture: removeImage,
    bookmark,
    ...others
  } = feedPostKind.createHandlers(context);
  return {
    ...others,
    ...{ addImage, removeImage },
    // Adding a bookmark again returns the same status as the first time.
    bookmark: ({ caller, params, write }) =>
      write((context) => void feedPostKind.setBookmarked(context, caller, params.postID, true)),
    read: ({ caller, params }) => presentPostDetail(context, caller, getShownPost(context, caller, params.postID)),
    create: (call) => create(context, call),
    reply: (call) => reply(context, call),
  };
}
