import * as v from 'valibot';
import { minimum, optional } from '#contract/access.ts';
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
    query: { inactives: queryBoolean },
    response: v.array(AnnouncementData),
    summary: 'Announcements that are shown now, newest first; all of them for the team on request',
  }),
  read: endpoint({
    method: 'GET',
    path: '/notification/announcement/{announcementID}',
    access: minimum('tho'),
    params,
    response: AnnouncementData,
    summary: 'One announcement, also a past or deleted one',
  }),
  create: endpoint({
    method: 'POST',
    path: '/notification/announcement/create',
    access: minimum('devteam'),
    body: AnnouncementCreateData,
    status: 201,
    summary: 'Announce something to everybody on board',
  }),
  edit: endpoint({
    method: 'POST',
    path: '/notification/announcement/{announcementID}/edit',
    access: minimum('devteam'),
    params,
    body: AnnouncementCreateData,
    response: AnnouncementData,
    summary: 'Change text and end of an announcement, or bring a deleted one back',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/notification/announcement/{announcementID}/delete',
    aliases: [{ method: 'DELETE', path: '/notification/announcement/{announcementID}' }],
    access: minimum('devteam'),
    params,
    status: 204,
    summary: 'Take an announcement away',
  }),
};
