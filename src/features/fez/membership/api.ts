import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { FezData } from '../records.ts';

const feature = 'friendlyfez';
const query = { members: queryBoolean };

export const membershipApi = {
  join: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/join',
    access: token,
    feature,
    params: { fezID: uuid },
    query,
    response: FezData,
    status: 201,
    rejects: ['notJoinable', 'alreadyMember'],
    summary: 'Join a group, or its waiting list',
  }),
  unjoin: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/unjoin',
    access: token,
    feature,
    params: { fezID: uuid },
    query,
    response: FezData,
    rejects: ['notLeavable', 'notAMember'],
    summary: 'Leave a chat, group or event',
  }),
  addMember: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/user/{userID}/add',
    access: token,
    feature,
    params: { fezID: uuid, userID: uuid },
    query,
    response: FezData,
    rejects: ['temporarilyQuarantined', 'notOwner', 'membersFixed', 'alreadyMember'],
    summary: 'Add a member as the owner',
  }),
  removeMember: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/user/{userID}/remove',
    access: token,
    feature,
    params: { fezID: uuid, userID: uuid },
    query,
    response: FezData,
    rejects: ['notAMember', 'membersFixed', 'notOwner'],
    summary: 'Remove a member as the owner',
  }),
};
