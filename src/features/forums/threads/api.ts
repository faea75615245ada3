import { minimum, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import { queryInteger } from '#contract/query.ts';
import { maxPictures } from '#core/posts/records.ts';
import { reportsFiled } from '#core/reports/records.ts';
import { ReportData } from '#core/users/records.ts';
import { ForumCreateData, ForumData, titleInPath } from '../records.ts';

const feature = 'forums';
const moderators = minimum('moderator');
const params = { forumID: uuid };
const threadQuery = { start: queryInteger, limit: queryInteger, startPost: queryInteger };

export const threadsApi = {
  create: endpoint({
    method: 'POST',
    path: '/forum/categories/{categoryID}/create',
    access: token,
    feature,
    params: { categoryID: uuid },
    body: ForumCreateData,
    pictures: maxPictures,
    response: ForumData,
    begins: true,
    summary: 'Start a forum with its first post',
  }),
  read: endpoint({
    method: 'GET',
    path: '/forum/{forumID}',
    access: token,
    feature,
    params,
    query: threadQuery,
    response: ForumData,
    summary: 'A forum with a page of its posts, which counts as read from then on',
  }),
  readOfPost: endpoint({
    method: 'GET',
    path: '/forum/post/{postID}/forum',
    access: token,
    feature,
    params: { postID: integerInPath },
    query: threadQuery,
    response: ForumData,
    summary: 'The forum of a post, from that post on',
  }),
  readOfEvent: endpoint({
    method: 'GET',
    path: '/forum/forevent/{eventID}',
    aliases: [{ path: '/events/{eventID}/forum' }],
    access: token,
    feature,
    params: { eventID: uuid },
    query: threadQuery,
    response: ForumData,
    summary: 'The forum of an event with a page of its posts',
  }),
  rename: endpoint({
    method: 'POST',
    path: '/forum/{forumID}/rename/{title}',
    access: token,
    feature,
    params: { ...params, title: titleInPath },
    status: 201,
    summary: 'Give a forum another title',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/forum/{forumID}/delete',
    aliases: [{ method: 'DELETE', path: '/forum/{forumID}' }],
    access: moderators,
    feature,
    params,
    status: 204,
    summary: 'Delete a forum with all its posts',
  }),
  pin: endpoint({
    method: 'POST',
    path: '/forum/{forumID}/pin',
    access: moderators,
    feature,
    params,
    status: [201, 200],
    summary: 'Pin a forum at the top of its category',
  }),
  unpin: endpoint({
    method: 'POST',
    path: '/forum/{forumID}/pin/remove',
    aliases: [{ method: 'DELETE', path: '/forum/{forumID}/pin' }],
    access: moderators,
    feature,
    params,
    status: [204, 200],
    summary: 'Pin a forum no longer',
  }),
  move: endpoint({
    method: 'POST',
    path: '/mod/forum/{forumID}/setcategory/{categoryID}',
    access: moderators,
    params: { ...params, categoryID: uuid },
    summary: 'Move a forum into another category',
  }),
  report: endpoint({
    method: 'POST',
    path: '/forum/{forumID}/report',
    access: token,
    feature,
    params,
    body: ReportData,
    limit: reportsFiled,
    status: 201,
    isAllowedOnLowDisk: true,
    summary: 'Report a forum for its title',
  }),
};
