import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import { ImageUploadData } from '#core/images/records.ts';
import { maxPictures, PostContentData } from '#core/posts/records.ts';
import { reportsFiled } from '#core/reports/records.ts';
import { ReportData } from '#core/users/records.ts';
import { PostData, PostDetailData } from '../records.ts';

const params = { postID: integerInPath };
const call = { method: 'POST', access: token, feature: 'forums' } as const;

/** A reaction is taken back by a DELETE of any kind (forums rule B40). */
const react = (kind: 'laugh' | 'like' | 'love', summary: string) =>
  endpoint({ ...call, path: `/forum/post/{postID}/${kind}`, params, response: PostData, summary });

export const postsApi = {
  post: endpoint({
    ...call,
    path: '/forum/{forumID}/create',
    params: { forumID: uuid },
    body: PostContentData,
    pictures: maxPictures,
    status: 201,
    response: PostData,
    summary: 'Post in a forum',
  }),
  readPost: endpoint({
    ...call,
    method: 'GET',
    path: '/forum/post/{postID}',
    params,
    response: PostDetailData,
    summary: 'A post with those who reacted to it',
  }),
  pinnedPosts: endpoint({
    ...call,
    method: 'GET',
    path: '/forum/{forumID}/pinnedposts',
    params: { forumID: uuid },
    response: v.array(PostData),
    summary: 'The posts that are pinned in a forum',
  }),
  updatePost: endpoint({
    ...call,
    path: '/forum/post/{postID}/update',
    params,
    body: PostContentData,
    pictures: maxPictures,
    response: PostData,
    summary: 'Replace what a post says',
  }),
  addPicture: endpoint({
    ...call,
    path: '/forum/post/{postID}/image',
    params,
    body: ImageUploadData,
    pictures: 1,
    response: PostData,
    summary: 'Add a picture to a post',
  }),
  removePicture: endpoint({
    ...call,
    path: '/forum/post/{postID}/image/remove',
    params,
    body: ImageUploadData,
    bodyMayBeEmpty: true,
    pictures: 1,
    response: PostData,
    summary: 'Remove one picture of a post, or all when none is named',
  }),
  deletePost: endpoint({
    ...call,
    path: '/forum/post/{postID}/delete',
    aliases: [{ method: 'DELETE', path: '/forum/post/{postID}' }],
    params,
    status: 204,
    summary: 'Delete a post of a forum',
  }),
  laugh: react('laugh', 'Laugh about a post'),
  like: react('like', 'Like a post of a forum'),
  love: react('love', 'Love a post of a forum'),
  unreact: endpoint({
    ...call,
    path: '/forum/post/{postID}/unreact',
    aliases: [
      { method: 'DELETE', path: '/forum/post/{postID}/laugh' },
      { method: 'DELETE', path: '/forum/post/{postID}/like' },
      { method: 'DELETE', path: '/forum/post/{postID}/love' },
    ],
    params,
    response: PostData,
    summary: 'Take back the reaction to a post, whichever it is',
  }),
  bookmark: endpoint({
    ...call,
    path: '/forum/post/{postID}/bookmark',
    params,
    status: [201, 200],
    summary: 'Bookmark a post for oneself',
  }),
  removeBookmark: endpoint({
    ...call,
    path: '/forum/post/{postID}/bookmark/remove',
    aliases: [{ method: 'DELETE', path: '/forum/post/{postID}/bookmark' }],
    params,
    status: 204,
    summary: 'Remove the bookmark from a post',
  }),
  pinPost: endpoint({
    ...call,
    path: '/forum/post/{postID}/pin',
    params,
    status: [201, 200],
    summary: 'Pin a post in its forum',
  }),
  unpinPost: endpoint({
    ...call,
    path: '/forum/post/{postID}/pin/remove',
    aliases: [{ method: 'DELETE', path: '/forum/post/{postID}/pin' }],
    params,
    status: [204, 200],
    summary: 'Pin a post no longer',
  }),
  reportPost: endpoint({
    ...call,
    path: '/forum/post/{postID}/report',
    params,
    body: ReportData,
    limit: reportsFiled,
    status: 201,
    isNeverShed: true,
    summary: 'Report a post of a forum',
  }),
};
