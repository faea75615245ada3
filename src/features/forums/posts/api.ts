import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import { declarePublicPostCalls } from '#core/posts/index.ts';
import { maxPictures, PostContentData } from '#core/posts/records.ts';
import { cooldownRejections, PostData, PostDetailData } from '../records.ts';

const params = { postID: integerInPath };
const commonOptions = { method: 'POST', access: token, feature: 'forums' } as const;

/** The calls about one post that all public posts share. */
export const forumPostCalls = declarePublicPostCalls({
  feature: 'forums',
  path: '/forum/post/{postID}',
  noun: 'forum post',
  record: PostData,
  detail: PostDetailData,
  rejects: ['categoryClosed', 'threadClosed', ...cooldownRejections],
});

const {
  read: readPost,
  update: updatePost,
  delete: deletePost,
  report: reportPost,
  removePicture,
  ...others
} = forumPostCalls;

export const postsApi = {
  ...others,
  ...{ readPost, updatePost, deletePost, reportPost },
  removePicture: { ...removePicture, pictures: 1 },
  post: endpoint({
    ...commonOptions,
    path: '/forum/{forumID}/create',
    params: { forumID: uuid },
    body: PostContentData,
    pictures: maxPictures,
    status: 201,
    response: PostData,
    rejects: ['categoryClosed', 'threadClosed', 'underReview', 'slowMode', ...cooldownRejections],
    summary: 'Post in a thread',
  }),
  pinnedPosts: endpoint({
    ...commonOptions,
    method: 'GET',
    path: '/forum/{forumID}/pinnedposts',
    params: { forumID: uuid },
    response: v.array(PostData),
    rejects: ['categoryClosed'],
    summary: 'List pinned posts in a thread',
  }),
  pinPost: endpoint({
    ...commonOptions,
    path: '/forum/post/{postID}/pin',
    params,
    status: [201, 200],
    rejects: ['categoryClosed', 'threadClosed', 'notOwner', 'temporarilyQuarantined', ...cooldownRejections],
    summary: 'Pin a post in its thread',
  }),
  unpinPost: endpoint({
    ...commonOptions,
    ...removalOf('/forum/post/{postID}/pin'),
    params,
    rejects: ['categoryClosed', 'threadClosed', 'notOwner', 'temporarilyQuarantined', ...cooldownRejections],
    summary: 'Unpin a post',
  }),
} as const;
