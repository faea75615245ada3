import * as v from 'valibot';
import { token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { changeRejections, creationRejections } from '#contract/error-codes.ts';
import { uuid } from '#contract/fields.ts';
import { queryBoolean, queryInteger, queryLimit, querySearch, queryStart } from '#contract/query.ts';
import { reportOptions } from '#core/reports/records.ts';
import { PersonalEventContentData } from '../content-records.ts';
import { PersonalEventData } from '../records.ts';

const feature = 'personalevents';
const params = { fezID: uuid };

export const personalEventsApi = {
  personalEvents: endpoint({
    method: 'GET',
    path: '/personalevents',
    access: token,
    feature,
    query: {
      cruiseday: queryInteger,
      search: querySearch,
      owned: queryBoolean,
      joined: queryBoolean,
      start: queryStart,
      limit: queryLimit(undefined),
    },
    response: v.array(PersonalEventData),
    summary: 'List your private and personal events by start time',
  }),
  createPersonalEvent: endpoint({
    method: 'POST',
    path: '/personalevents/create',
    access: token,
    feature,
    body: PersonalEventContentData,
    response: PersonalEventData,
    status: 201,
    begins: true,
    rejects: [...creationRejections],
    summary: 'Create a private event with members',
  }),
  readPersonalEvent: endpoint({
    method: 'GET',
    path: '/personalevents/{fezID}',
    access: token,
    feature,
    params,
    response: PersonalEventData,
    summary: 'Get a private or personal event',
  }),
  updatePersonalEvent: endpoint({
    method: 'POST',
    path: '/personalevents/{fezID}',
    aliases: [{ path: '/personalevents/{fezID}/update' }],
    access: token,
    feature,
    params,
    body: PersonalEventContentData,
    response: PersonalEventData,
    rejects: [...changeRejections, 'featureFixed', 'membersFixed'],
    summary: 'Edit a private or personal event',
  }),
  deletePersonalEvent: endpoint({
    method: 'POST',
    path: '/personalevents/{fezID}/delete',
    aliases: [{ method: 'DELETE', path: '/personalevents/{fezID}' }],
    access: token,
    feature,
    params,
    status: 204,
    rejects: [...changeRejections, 'featureFixed'],
    summary: 'Delete your personal event, or cancel your private event',
  }),
  removeFromPersonalEvent: endpoint({
    method: 'POST',
    path: '/personalevents/{fezID}/user/{userID}/remove',
    aliases: [{ method: 'DELETE', path: '/personalevents/{fezID}/user/{userID}' }],
    access: token,
    feature,
    params: { fezID: uuid, userID: uuid },
    status: 204,
    rejects: ['notAMember', 'notLeavable', 'membersFixed', 'notOwner'],
    summary: 'Leave a private event, or remove a member as its owner',
  }),
  reportPersonalEvent: endpoint({
    ...reportOptions,
    path: '/personalevents/{fezID}/report',
    feature,
    params,
    rejects: [...reportOptions.rejects, 'notReportable'],
    summary: 'Report a private event',
  }),
};
