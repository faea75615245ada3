import * as v from 'valibot';
import { minimum, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { creationRejections } from '#contract/error-codes.ts';
import { boundedText, uuid } from '#contract/fields.ts';
import { querySearch } from '#contract/query.ts';
import { hour, type RateLimit } from '#contract/rate-limit.ts';
import { EventFeedbackData, EventFeedbackReport, EventFeedbackSelectionData, EventFeedbackStats } from './records.ts';

const feature = 'eventFeedback';

/** Limited because the desk has to read every report (core rule 125). */
const feedbackLimit: RateLimit = { what: 'reports on events', perFamily: { max: 60, seconds: hour } };

/** The common options of all desk endpoints. */
const deskOptions = { access: minimum('devteam'), feature } as const;
const params = { report_id: uuid };

export const feedbackApi = {
  selection: endpoint({
    method: 'GET',
    path: '/feedback/eventlist',
    access: token,
    feature,
    query: { room: querySearch },
    response: EventFeedbackSelectionData,
    summary: 'List shadow events and workshops that need feedback',
  }),
  ownByEvent: endpoint({
    method: 'GET',
    path: '/feedback/id/{event_id}',
    access: token,
    feature,
    params: { event_id: uuid },
    response: EventFeedbackReport,
    summary: 'Get your feedback on an event, or an empty form',
  }),
  ownByUid: endpoint({
    method: 'GET',
    path: '/feedback/uid/{event_uid}',
    access: token,
    feature,
    params: { event_uid: boundedText(255) },
    response: EventFeedbackReport,
    summary: 'Get your feedback on an event by its uid, or an empty form',
  }),
  file: endpoint({
    method: 'POST',
    path: '/feedback',
    access: token,
    feature,
    limit: feedbackLimit,
    body: EventFeedbackData,
    status: 201,
    rejects: [...creationRejections, 'notFound'],
    summary: 'Send feedback on an event, replacing earlier feedback',
  }),
  rooms: endpoint({
    method: 'GET',
    path: '/admin/feedback/roomlist',
    ...deskOptions,
    response: v.array(v.string()),
    summary: 'List rooms of shadow events and workshops',
  }),
  reports: endpoint({
    method: 'GET',
    path: '/admin/feedback/reports',
    ...deskOptions,
    response: v.array(EventFeedbackReport),
    summary: 'List all event feedback, last changed first',
  }),
  report: endpoint({
    method: 'GET',
    path: '/admin/feedback/report/{report_id}',
    ...deskOptions,
    params,
    response: EventFeedbackReport,
    summary: 'Get one event feedback',
  }),
  stats: endpoint({
    method: 'GET',
    path: '/admin/feedback/stats',
    ...deskOptions,
    response: EventFeedbackStats,
    summary: 'Count events that need feedback and feedback received',
  }),
  mark: endpoint({
    method: 'POST',
    path: '/admin/feedback/report/{report_id}/mark',
    ...deskOptions,
    params,
    status: [201, 200],
    summary: 'Mark feedback as to do',
  }),
  unmark: endpoint({
    method: 'POST',
    path: '/admin/feedback/report/{report_id}/unmark',
    aliases: [{ method: 'DELETE', path: '/admin/feedback/report/{report_id}/mark' }],
    ...deskOptions,
    params,
    status: [204, 200],
    summary: 'Unmark feedback',
  }),
};
