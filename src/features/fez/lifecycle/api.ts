import * as v from 'valibot';
import { optional, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean } from '#contract/query.ts';
import { reportsFiled } from '#core/reports/records.ts';
import { ReportData } from '#core/users/records.ts';
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
    summary: 'What the types of chats and appointments are called',
  }),
  read: endpoint({
    method: 'GET',
    path: '/fez/{fezID}',
    access: token,
    feature,
    params,
    query: pageQuery,
    response: FezData,
    summary: 'A chat or appointment with a page of its posts, which are read by that',
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
    summary: 'Start a chat or appointment, with members and a first post',
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
    summary: 'Change what a chat or appointment says, and take a cancellation back',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/cancel',
    access: token,
    feature,
    params,
    query: { members: queryBoolean },
    response: FezData,
    summary: 'Cancel an appointment, as its owner',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/delete',
    aliases: [{ method: 'DELETE', path: '/fez/{fezID}' }],
    access: token,
    feature,
    params,
    status: 204,
    summary: 'Delete one’s own personal event, or as a moderator any chat or appointment',
  }),
  report: endpoint({
    method: 'POST',
    path: '/fez/{fezID}/report',
    access: token,
    feature,
    params,
    body: ReportData,
    limit: reportsFiled,
    status: 201,
    isAllowedOnLowDisk: true,
    summary: 'Report what a chat or appointment says',
  }),
};
