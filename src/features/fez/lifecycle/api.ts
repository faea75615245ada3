import * as v from 'valibot';
import { optional, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { changeRejections, creationRejections } from '#contract/error-codes.ts';
import { uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean } from '#contract/query.ts';
import { acceptsReason } from '#core/reports/index.ts';
import { reportOptions } from '#core/reports/records.ts';
import { FezContentData } from '../content-records.ts';
import { FezData } from '../records.ts';

const feature = 'friendlyfez';
const params = { fezID: uuid };

export const fezzesApi = {
  types: endpoint({
    method: 'GET',
    path: '/fez/types',
    access: optional,
    feature,
    response: v.array(v.string()),
    summary: 'List types of chats, groups and events with their names',
  }),
  read: endpoint({
    method: 'GET',
    path: '/fez/{fezID}',
    access: token,
    feature,
    params,
    query: pageQuery,
    response: FezData,
    summary: 'Get a chat, group or event with a page of its messages, and mark them as read',
  }),
  create: endpoint({
    method: 'POST',
    path: '/fez/create',
    access: token,
    feature,
    body: FezContentData,
    pictures: 1,
    response: FezData,
    status: 201,
    begins: true,
    rejects: [...creationRejections, 'notOnTeam'],
    summary: 'Create a chat, group or event, with members and a first message',
  }),
  update: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/update',
    access: token,
    feature,
    params,
    body: FezContentData,
    pictures: 1,
    response: FezData,
    rejects: [...changeRejections, 'featureFixed', 'membersFixed'],
    summary: 'Edit a chat, group or event, undoing a cancellation',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/cancel',
    access: token,
    feature,
    params,
    query: { members: queryBoolean },
    response: FezData,
    rejects: ['notOwner'],
    summary: 'Cancel a group or event as its owner',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/delete',
    aliases: [{ method: 'DELETE', path: '/fez/{fezID}' }],
    access: token,
    feature,
    params,
    ...acceptsReason,
    status: 204,
    rejects: [...changeRejections, 'featureFixed'],
    summary: 'Delete your personal event or, as a moderator, any chat, group or event',
  }),
  report: endpoint({
    ...reportOptions,
    path: '/fez/{fezID}/report',
    feature,
    params,
    rejects: [...reportOptions.rejects, 'notReportable'],
    summary: 'Report a chat, group or event',
  }),
};
