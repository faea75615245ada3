import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';

const call = { method: 'POST', access: token, feature: 'forums', params: { forumID: uuid } } as const;

export const marksApi = {
  markRead: endpoint({
    ...call,
    path: '/forum/{forumID}/markRead',
    status: [201, 200],
    rejects: ['categoryClosed'],
    summary: 'Mark a thread as read',
  }),
  addFavorite: endpoint({
    ...call,
    path: '/forum/{forumID}/favorite',
    status: [201, 200],
    rejects: ['categoryClosed', 'markedOtherwise'],
    summary: 'Follow a thread',
  }),
  removeFavorite: endpoint({
    ...call,
    path: '/forum/{forumID}/favorite/remove',
    aliases: [{ method: 'DELETE', path: '/forum/{forumID}/favorite' }],
    status: [204, 200],
    rejects: ['categoryClosed'],
    summary: 'Stop following a thread',
  }),
  mute: endpoint({
    ...call,
    path: '/forum/{forumID}/mute',
    status: [201, 200],
    rejects: ['categoryClosed', 'markedOtherwise'],
    summary: 'Mute a thread, so it comes last and is never unread',
  }),
  unmute: endpoint({
    ...call,
    path: '/forum/{forumID}/mute/remove',
    aliases: [{ method: 'DELETE', path: '/forum/{forumID}/mute' }],
    status: [204, 200],
    rejects: ['categoryClosed'],
    summary: 'Unmute a thread',
  }),
};
