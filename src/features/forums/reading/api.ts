import { token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';

const commonOptions = { method: 'POST', access: token, feature: 'forums', params: { forumID: uuid } } as const;

export const marksApi = {
  markRead: endpoint({
    ...commonOptions,
    path: '/forum/{forumID}/markRead',
    status: [201, 200],
    rejects: ['categoryClosed'],
    summary: 'Mark a thread as read',
  }),
  addFavorite: endpoint({
    ...commonOptions,
    path: '/forum/{forumID}/favorite',
    status: [201, 200],
    rejects: ['categoryClosed', 'markedOtherwise'],
    summary: 'Follow a thread',
  }),
  removeFavorite: endpoint({
    ...commonOptions,
    ...removalOf('/forum/{forumID}/favorite'),
    rejects: ['categoryClosed'],
    summary: 'Stop following a thread',
  }),
  mute: endpoint({
    ...commonOptions,
    path: '/forum/{forumID}/mute',
    status: [201, 200],
    rejects: ['categoryClosed', 'markedOtherwise'],
    summary: 'Mute a thread, so it comes last and is never unread',
  }),
  unmute: endpoint({
    ...commonOptions,
    ...removalOf('/forum/{forumID}/mute'),
    rejects: ['categoryClosed'],
    summary: 'Unmute a thread',
  }),
  watch: endpoint({
    ...commonOptions,
    feature: ['forums', 'watching'],
    path: '/forum/{forumID}/watch',
    status: [201, 200],
    rejects: ['categoryClosed', 'markedOtherwise', 'limitReached'],
    summary: 'Watch a thread: one notification of its new posts until you look',
  }),
  unwatch: endpoint({
    ...commonOptions,
    feature: ['forums', 'watching'],
    ...removalOf('/forum/{forumID}/watch'),
    rejects: ['categoryClosed'],
    summary: 'Stop watching a thread',
  }),
};
