import * as v from 'valibot';
import { minimum, optional, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath } from '#contract/fields.ts';
import { queryBoolean } from '#contract/query.ts';
import { AnnouncementCreateData, AnnouncementData } from './records.ts';

const params = { announcementID: integerInPath };

export const announcementsApi = {
  list: endpoint({
    method: 'GET',
    path: '/notification/announcements',
    access: optional,
    preregistration: true,
    query: { inactives: queryBoolean, mustsee: queryBoolean },
    response: v.array(AnnouncementData),
    summary: 'List current announcements, newest first; staff can list all of them',
  }),
  read: endpoint({
    method: 'GET',
    path: '/notification/announcement/{announcementID}',
    access: minimum('tho'),
    params,
    response: AnnouncementData,
    summary: 'Get an announcement, even if it has expired or was deleted',
  }),
  seen: endpoint({
    method: 'POST',
    path: '/notification/announcement/{announcementID}/seen',
    access: token,
    feature: 'mustsee',
    preregistration: true,
    params,
    status: [201, 200],
    summary: 'Dismiss a must-see announcement',
  }),
  create: endpoint({
    method: 'POST',
    path: '/notification/announcement/create',
    access: minimum('devteam'),
    body: AnnouncementCreateData,
    status: 201,
    rejects: ['notOnTeam'],
    summary: 'Create an announcement',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/notification/announcement/{announcementID}/edit',
    access: minimum('devteam'),
    params,
    body: AnnouncementCreateData,
    response: AnnouncementData,
    rejects: ['notOnTeam'],
    summary: 'Edit an announcement, or restore a deleted one',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/notification/announcement/{announcementID}/delete',
    aliases: [{ method: 'DELETE', path: '/notification/announcement/{announcementID}' }],
    access: minimum('devteam'),
    params,
    status: 204,
    summary: 'Delete an announcement',
  }),
};
