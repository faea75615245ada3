import { token } from '#contract/access.ts';
import { endpoint, removalOf } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';

const feature = 'friendlyfez';
const params = { fezID: uuid };

export const marksApi = {
  mute: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/mute',
    access: token,
    feature,
    params,
    status: [201, 200],
    rejects: ['notMember'],
    summary: 'Mute a chat',
  }),
  unmute: endpoint({
    ...removalOf('/fez/{fezID}/mute'),
    access: token,
    feature,
    params,
    rejects: ['notMember'],
    summary: 'Unmute a chat',
  }),
  addFavorite: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/favorite',
    access: token,
    feature,
    params,
    status: [201, 200],
    rejects: ['notMember'],
    summary: 'Add a chat to your favorites',
  }),
  removeFavorite: endpoint({
    ...removalOf('/fez/{fezID}/favorite'),
    access: token,
    feature,
    params,
    rejects: ['notMember'],
    summary: 'Remove a chat from your favorites',
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/markRead',
    access: token,
    feature,
    params,
    status: [201, 200],
    rejects: ['notMember'],
    summary: 'Mark a chat as read',
  }),
};
