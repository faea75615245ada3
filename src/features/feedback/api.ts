import * as v from 'valibot';
import { minimum, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText, uuid } from '#contract/fields.ts';
import { querySearch } from '#contract/query.ts';
import { hour, type RateLimit } from '#contract/rate-limit.ts';
import { EventFeedbackData, EventFeedbackReport, EventFeedbackSelectionData, EventFeedbackStats } from './records.ts';

const feature = 'eventFeedback';

/** The desk has to read every report (core rule 125). */
const feedbackFiled: RateLimit = { what: 'reports on events', perFamily: { max: 60, seconds: hour } };

/** The common options of all desk endpoints. */
const forDesk = { access: minimum('devteam'), feature } as const;
const params = { report_id: uuid };

export const feedbackApi = {
  selection: endpoint({
    method: 'GET',
    path: '/feedback/eventlist',
    access: token,
    feature,
    query: { room: querySearch },
    response: EventFeedbackSelectionData,
    summary: 'Shadow events and workshops that have begun, to report on',
  }),
  ownByEvent: endpoint({
    method: 'GET',
    path: '/feedback/id/{event_id}',
    access: token,
    feature,
    params: { event_id: uuid },
    response: EventFeedbackReport,
    summary: "The caller's report on an event, or one to be filled in",
  }),
  ownByUid: endpoint({
    method: 'GET',
    path: '/feedback/uid/{event_uid}',
    access: token,
    feature,
    params: { event_uid: boundedText(255) },
    response: EventFeedbackReport,
    summary: "The caller's report on an event with this uid, or one to be filled in",
  }),
  file: endpoint({
    method: 'POST',
    path: '/feedback',
    access: token,
    feature,
    limit: feedbackFiled,
    body: EventFeedbackData,
    status: 201,
    summary: 'Report on an event, in place of an earlier report',
  }),
  rooms: endpoint({
    method: 'GET',
    path: '/admin/feedback/roomlist',
    ...forDesk,
    response: v.array(v.string()),
    summary: 'Rooms of shadow events and workshops',
  }),
  reports: endpoint({
    method: 'GET',
    path: '/admin/feedback/reports',
    ...forDesk,
    response: v.array(EventFeedbackReport),
    summary: 'All reports on events, the last changed first',
  }),
  report: endpoint({
    method: 'GET',
    path: '/admin/feedback/report/{report_id}',
    ...forDesk,
    params,
    response: EventFeedbackReport,
    summary: 'One report on an event',
  }),
  stats: endpoint({
    method: 'GET',
    path: '/admin/feedback/stats',
    ...forDesk,
    response: EventFeedbackStats,
    summary: 'How many events there are to report on, and how many reports',
  }),
  mark: endpoint({
    method: 'POST',
    path: '/admin/feedback/report/{report_id}/mark',
    ...forDesk,
    params,
    status: [201, 200],
    summary: 'Mark a report as something to be done',
  }),
  unmark: endpoint({
    method: 'POST',
    path: '/admin/feedback/report/{report_id}/unmark',
    aliases: [{ method: 'DELETE', path: '/admin/feedback/report/{report_id}/mark' }],
    ...forDesk,
    params,
    status: [204, 200],
    summary: 'Take the mark from a report',
  }),
};
