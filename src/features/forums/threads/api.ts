import { minimum, token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { changeRejections } from '#contract/error-codes.ts';
import { integerInPath, uuid } from '#contract/fields.ts';
import { pageQuery, queryInteger } from '#contract/query.ts';
import { maxPictures } from '#core/posts/records.ts';
import { acceptsReason } from '#core/reports/index.ts';
import { reportOptions } from '#core/reports/records.ts';
import { cooldownRejections, ForumCreateData, ForumData, titleInPath } from '../records.ts';

const feature = 'forums';
const moderators = minimum('moderator');
const params = { forumID: uuid };
const threadQuery = { ...pageQuery, startPost: queryInteger };

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
    rejects: ['categoryClosed', 'categoryRestricted'],
    summary: 'Start a thread with its first post',
  }),
  read: endpoint({
    method: 'GET',
    path: '/forum/{forumID}',
    access: token,
    feature,
    params,
    query: threadQuery,
    response: ForumData,
    rejects: ['categoryClosed'],
    summary: 'Get a thread with a page of its posts, and mark them as read',
  }),
  readOfPost: endpoint({
    method: 'GET',
    path: '/forum/post/{postID}/forum',
    access: token,
    feature,
    params: { postID: integerInPath },
    query: threadQuery,
    response: ForumData,
    rejects: ['categoryClosed'],
    summary: 'Get the thread of a post, starting at that post',
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
    rejects: ['categoryClosed'],
    summary: 'Get the thread of an event with a page of its posts',
  }),
  rename: endpoint({
    method: 'POST',
    path: '/forum/{forumID}/rename/{title}',
    access: token,
    feature,
    params: { ...params, title: titleInPath },
    status: 201,
    rejects: [...changeRejections, 'categoryClosed', 'threadClosed', ...cooldownRejections],
    summary: 'Rename a thread',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/forum/{forumID}/delete',
    aliases: [{ method: 'DELETE', path: '/forum/{forumID}' }],
    access: moderators,
    feature,
    params,
    ...acceptsReason,
    status: 204,
    rejects: [...changeRejections],
    summary: 'Delete a thread with all its posts',
  }),
  pin: endpoint({
    method: 'POST',
    path: '/forum/{forumID}/pin',
    access: moderators,
    feature,
    params,
    status: [201, 200],
    rejects: ['categoryClosed'],
    summary: 'Pin a thread at the top of its category',
  }),
  unpin: endpoint({
    ...removalOf('/forum/{forumID}/pin'),
    access: moderators,
    feature,
    params,
    rejects: ['categoryClosed'],
    summary: 'Unpin a thread',
  }),
  move: endpoint({
    method: 'POST',
    path: '/mod/forum/{forumID}/setcategory/{categoryID}',
    access: moderators,
    params: { ...params, categoryID: uuid },
    ...acceptsReason,
    rejects: ['alreadySo', 'categoryClosed'],
    summary: 'Move a thread to another category',
  }),
  report: endpoint({
    ...reportOptions,
    path: '/forum/{forumID}/report',
    feature,
    params,
    rejects: [...reportOptions.rejects, 'categoryClosed'],
    summary: 'Report a thread for its title',
  }),
};
