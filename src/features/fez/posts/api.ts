import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import { PostContentData } from '#core/posts/records.ts';
import { reportsFiled } from '#core/reports/records.ts';
import { ReportData } from '#core/users/records.ts';
import { FezPostData } from '../records.ts';

const feature = 'friendlyfez';

export const postsApi = {
  post: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/post',
    access: token,
    feature,
    params: { fezID: uuid },
    body: PostContentData,
    pictures: 1,
    response: FezPostData,
    summary: 'Post in a chat',
  }),
  deletePostIn: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/post/{postID}/delete',
    access: token,
    feature,
    params: { fezID: uuid, postID: integerInPath },
    status: 204,
    summary: 'Delete a post of this chat',
  }),
  deletePost: endpoint({
    method: 'POST',
    path: '/fez/post/{postID}/delete',
    aliases: [{ method: 'DELETE', path: '/fez/post/{postID}' }],
    access: token,
    feature,
    params: { postID: integerInPath },
    status: 204,
    summary: 'Delete a post',
  }),
  reportPost: endpoint({
    method: 'POST',
    path: '/fez/post/{postID}/report',
    access: token,
    feature,
    params: { postID: integerInPath },
    body: ReportData,
    limit: reportsFiled,
    status: 201,
    isNeverShed: true,
    summary: 'Report a post',
  }),
};
