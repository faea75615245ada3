import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath } from '#contract/fields.ts';
import { ImageUploadData } from '#core/images/records.ts';
import { maxPictures, PostContentData } from '#core/posts/records.ts';
import { reportsFiled } from '#core/reports/records.ts';
import { ReportData } from '#core/users/records.ts';
import { FeedPostData, FeedPostDetailData } from '../records.ts';

const feature = 'microblog';
const params = { postID: integerInPath };

/** What all calls that change one post have in common. */
const onPost = { method: 'POST', access: token, feature, params } as const;

export const postsApi = {
  read: endpoint({
    method: 'GET',
    path: '/microblog/{postID}',
    access: token,
    feature,
    params,
    response: FeedPostDetailData,
    summary: 'A microblog post with those who reacted to it',
  }),
  create: endpoint({
    method: 'POST',
    path: '/microblog/create',
    access: token,
    feature,
    body: PostContentData,
    pictures: maxPictures,
    response: FeedPostData,
    status: 201,
    summary: 'Write a microblog post',
  }),
  reply: endpoint({
    ...onPost,
    path: '/microblog/{postID}/reply',
    body: PostContentData,
    pictures: maxPictures,
    response: FeedPostData,
    status: 201,
    summary: 'Reply to a microblog post',
  }),
  update: endpoint({
    ...onPost,
    path: '/microblog/{postID}/update',
    body: PostContentData,
    pictures: maxPictures,
    response: FeedPostData,
    summary: 'Replace what a microblog post says',
  }),
  addImage: endpoint({
    ...onPost,
    path: '/microblog/{postID}/image',
    body: ImageUploadData,
    pictures: 1,
    response: FeedPostData,
    summary: 'Add a picture to a microblog post',
  }),
  removeImage: endpoint({
    ...onPost,
    path: '/microblog/{postID}/image/remove',
    body: ImageUploadData,
    bodyMayBeEmpty: true,
    response: FeedPostData,
    summary: 'Take a picture, or all of them, from a microblog post',
  }),
  delete: endpoint({
    ...onPost,
    path: '/microblog/{postID}/delete',
    aliases: [{ method: 'DELETE', path: '/microblog/{postID}' }],
    status: 204,
    summary: 'Delete a microblog post',
  }),
  laugh: endpoint({
    ...onPost,
    path: '/microblog/{postID}/laugh',
    response: FeedPostData,
    summary: 'React to a microblog post with a laugh',
  }),
  like: endpoint({
    ...onPost,
    path: '/microblog/{postID}/like',
    response: FeedPostData,
    summary: 'React to a microblog post with a like',
  }),
  love: endpoint({
    ...onPost,
    path: '/microblog/{postID}/love',
    response: FeedPostData,
    summary: 'React to a microblog post with love',
  }),
  unreact: endpoint({
    ...onPost,
    path: '/microblog/{postID}/unreact',
    aliases: [
      { method: 'DELETE', path: '/microblog/{postID}/laugh' },
      { method: 'DELETE', path: '/microblog/{postID}/like' },
      { method: 'DELETE', path: '/microblog/{postID}/love' },
    ],
    response: FeedPostData,
    summary: 'Take back the reaction to a microblog post',
  }),
  bookmark: endpoint({
    ...onPost,
    path: '/microblog/{postID}/bookmark',
    status: 201,
    summary: 'Bookmark a microblog post',
  }),
  removeBookmark: endpoint({
    ...onPost,
    path: '/microblog/{postID}/bookmark/remove',
    aliases: [{ method: 'DELETE', path: '/microblog/{postID}/bookmark' }],
    status: 204,
    summary: 'Remove the bookmark from a microblog post',
  }),
  report: endpoint({
    ...onPost,
    path: '/microblog/{postID}/report',
    body: ReportData,
    limit: reportsFiled,
    status: 201,
    isNeverShed: true,
    summary: 'Report a microblog post',
  }),
};
