import type * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { changeRejections, type ErrorCode } from '#contract/error-codes.ts';
import type { Feature } from '#contract/features.ts';
import { integerInPath } from '#contract/fields.ts';
import { ImageUploadData } from '#core/images/records.ts';
import { acceptsReason } from '#core/reports/index.ts';
import { reportOptions } from '#core/reports/records.ts';
import { mapReactions, maxPictures, PostContentData, reactions, reactionWords } from './records.ts';

/** Calls for the posts of one kind, as declared in the `api.ts` of its area. */
interface PostCalls<F extends Feature | readonly [Feature, ...Feature[]]> {
  readonly feature: F;
  /** The path of one post. */
  readonly path: `/${string}/{postID}`;
  /** Such as "forum post". */
  readonly noun: string;
  /** Errors that the thread or chat of a post adds to every call for the post. */
  readonly rejects?: readonly ErrorCode[];
}

interface PublicPostCalls<F extends Feature, Post extends v.GenericSchema, Detail extends v.GenericSchema>
  extends PostCalls<F> {
  /** Record of a post in a list. */
  readonly record: Post;
  /** Record of a single post. */
  readonly detail: Detail;
}

/** Declares the calls that every kind of post has: its author or moderators delete it, others report it. */
export function declarePostCalls<const F extends Feature>({ feature, path, noun, rejects = [] }: PostCalls<F>) {
  const onPost = { method: 'POST', access: token, feature, params: { postID: integerInPath } } as const;
  return {
    delete: endpoint({
      ...onPost,
      path: `${path}/delete`,
      aliases: [{ method: 'DELETE', path }],
      ...acceptsReason,
      status: 204,
      rejects: [...changeRejections, ...rejects],
      summary: `Delete a ${noun}`,
    }),
    report: endpoint({
      ...onPost,
      ...reportOptions,
      path: `${path}/report`,
      rejects: [...reportOptions.rejects, ...rejects],
      summary: `Report a ${noun}`,
    }),
  };
}

interface ReactionCalls<F extends Feature | readonly [Feature, ...Feature[]], Post extends v.GenericSchema>
  extends PostCalls<F> {
  /** The record of a post, with which the calls respond. */
  readonly record: Post;
}

/** Declares the calls to react to posts of one kind. */
export function declareReactionCalls<
  const F extends Feature | readonly [Feature, ...Feature[]],
  const Post extends v.GenericSchema,
>({ feature, path, noun, record: response, rejects = [] }: ReactionCalls<F, Post>) {
  const reacting = {
    method: 'POST',
    access: token,
    feature,
    params: { postID: integerInPath },
    response,
    rejects: ['ownPost', ...rejects],
  } as const;
  return {
    ...mapReactions((reaction) =>
      endpoint({
        ...reacting,
        path: `${path}/${reaction}`,
        summary: `React to a ${noun} ${reactionWords[reaction].call}`,
      }),
    ),
    /** A DELETE on any reaction removes the current one (forums rule B40). */
    unreact: endpoint({
      ...reacting,
      path: `${path}/unreact`,
      aliases: reactions.map((reaction) => ({ method: 'DELETE', path: `${path}/${reaction}` })),
      summary: `Remove your reaction to a ${noun}`,
    }),
  };
}

/** Like `declarePostCalls`, for posts that everyone can read, react to and bookmark, and edit if they wrote them. */
export function declarePublicPostCalls<
  const F extends Feature,
  const Post extends v.GenericSchema,
  const Detail extends v.GenericSchema,
>(kind: PublicPostCalls<F, Post, Detail>) {
  const { feature, path, noun, record: response, detail, rejects = [] } = kind;
  const onPost = { method: 'POST', access: token, feature, params: { postID: integerInPath }, rejects } as const;
  return {
    ...declarePostCalls(kind),
    read: endpoint({
      ...onPost,
      method: 'GET',
      path,
      response: detail,
      summary: `Get a ${noun} with everyone who reacted to it`,
    }),
    update: endpoint({
      ...onPost,
      path: `${path}/update`,
      body: PostContentData,
      pictures: maxPictures,
      response,
      rejects: [...changeRejections, ...rejects],
      summary: `Edit a ${noun}`,
    }),
    addPicture: endpoint({
      ...onPost,
      path: `${path}/image`,
      body: ImageUploadData,
      pictures: 1,
      response,
      rejects: [...changeRejections, ...rejects],
      summary: `Add a picture to a ${noun}`,
    }),
    removePicture: endpoint({
      ...onPost,
      path: `${path}/image/remove`,
      body: ImageUploadData,
      bodyMayBeEmpty: true,
      response,
      rejects: [...changeRejections, ...rejects],
      summary: `Remove a picture from a ${noun}, or all of them if none is named`,
    }),
    ...declareReactionCalls(kind),
    bookmark: endpoint({
      ...onPost,
      path: `${path}/bookmark`,
      status: [201, 200],
      summary: `Bookmark a ${noun}`,
    }),
    removeBookmark: endpoint({
      ...onPost,
      path: `${path}/bookmark/remove`,
      aliases: [{ method: 'DELETE', path: `${path}/bookmark` }],
      status: 204,
      summary: `Remove a bookmark from a ${noun}`,
    }),
  };
}
