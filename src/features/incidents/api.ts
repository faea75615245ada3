import { role, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean } from '#contract/query.ts';
import { hour, type RateLimit } from '#contract/rate-limit.ts';
import {
  IncidentCreateData,
  IncidentData,
  IncidentListData,
  IncidentNoteCreateData,
  IncidentNoteData,
  OwnIncidentData,
  OwnIncidentListData,
} from './records.ts';

/** Someone reads each of them, and they're stored however low the disk is. */
const incidentLimit: RateLimit = { what: 'incident reports', perFamily: { max: 10, seconds: hour } };
/** Each opening is stored. */
const openingLimit: RateLimit = { what: 'openings of cases', perFamily: { max: 600, seconds: hour } };
const noteLimit: RateLimit = { what: 'notes', perFamily: { max: 100, seconds: hour } };

const commonOptions = { feature: 'incidents', isConfidential: true } as const;
/** The common options of all calls of safety officers: no level replaces the role (moderation rule S2). */
const officerOptions = { ...commonOptions, access: role('safetyofficer') } as const;
const params = { incidentID: uuid };

export const incidentsApi = {
  file: endpoint({
    method: 'POST',
    path: '/incidents',
    ...commonOptions,
    access: token,
    limit: incidentLimit,
    body: IncidentCreateData,
    response: OwnIncidentData,
    status: 201,
    isAllowedOnLowDisk: true,
    summary: 'File a confidential incident report, which only safety officers can read',
  }),
  own: endpoint({
    method: 'GET',
    path: '/user/incidents',
    ...commonOptions,
    access: token,
    query: pageQuery,
    response: OwnIncidentListData,
    summary: 'List your own incident reports, newest first',
  }),
  list: endpoint({
    method: 'GET',
    path: '/incidents',
    ...officerOptions,
    query: { open: queryBoolean, ...pageQuery },
    response: IncidentListData,
    summary: 'List incident reports without their content, newest first',
  }),
  read: endpoint({
    method: 'GET',
    path: '/incidents/{incidentID}',
    ...officerOptions,
    params,
    limit: openingLimit,
    response: IncidentData,
    summary: 'Open an incident report; who opened it is logged in the case',
  }),
  note: endpoint({
    method: 'POST',
    path: '/incidents/{incidentID}/note',
    ...officerOptions,
    params,
    limit: noteLimit,
    body: IncidentNoteCreateData,
    response: IncidentNoteData,
    status: 201,
    isAllowedOnLowDisk: true,
    summary: 'Add a note to an incident report, for all safety officers',
  }),
  close: endpoint({
    method: 'POST',
    path: '/incidents/{incidentID}/close',
    ...officerOptions,
    params,
    isAllowedOnLowDisk: true,
    summary: 'Close an incident report; closing it again changes nothing',
  }),
};
