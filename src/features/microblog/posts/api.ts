import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath } from '#contract/fields.ts';
import { declarePublicPostCalls } from '#core/posts/index.ts';
import { maxPictures, PostContentData } from '#core/posts/records.ts';
import { FeedPostData, FeedPostDetailData } from '../records.ts';

const feature = 'microblog';

const publicCalls = declarePublicPostCalls({
  feature,
  path: '/microblog/{postID}',
  noun: 'feed post',
  record: FeedPostData,
  detail: FeedPostDetailData,
});

/** The calls about one post that all public posts share. */
export const feedPostCalls = { ...publicCalls, bookmark: { ...publicCalls.bookmark, status: 201 } } as const;
const { addPicture: addImage, removePicture: removeImage, ...others } = feedPostCalls;

/** The common part of all calls that write a post. */
const writeOptions = {
  method: 'POST',
  access: token,
  feature,
  body: PostContentData,
  pictures: maxPictures,
  response: FeedPostData,
  status: 201,
} as const;

export const postsApi = {
  ...others,
  ...{ addImage, removeImage },
  create: endpoint({ ...writeOptions, path: '/microblog/create', summary: 'Post to the feed' }),
  reply: endpoint({
    ...writeOptions,
    path: '/microblog/{postID}/reply',
    params: { postID: integerInPath },
    rejects: ['underReview'],
    summary: 'Reply to a feed post',
  }),
} as const;
