import * as v from 'valibot';
import { EventPerformerValidationData } from '#area/performer-check.ts';
import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath } from '#contract/fields.ts';
import { queryBoolean, queryWord } from '#contract/query.ts';
import { EventsUpdateData, EventUpdateDifferenceData, EventUpdateLogData, maxUploadBytes } from '../records.ts';

const access = minimum('devteam');

/** Endpoints for people who run the programme (schedule rules 41 to 51). */
export const deskApi = {
  uploadSchedule: endpoint({
    method: 'POST',
    path: '/admin/schedule/update',
    access,
    body: EventsUpdateData,
    bodyLimit: maxUploadBytes,
    summary: 'Upload a schedule to be compared and applied; nothing changes yet',
  }),
  compareSchedule: endpoint({
    method: 'POST',
    path: '/admin/schedule/verify',
    aliases: [{ method: 'GET', path: '/admin/schedule/verify' }],
    access,
    query: { kind: queryWord(['events', 'performers']) },
    response: v.union([EventUpdateDifferenceData, EventPerformerValidationData]),
    summary: 'How the uploaded schedule, or list of performers, differs from what there is',
  }),
  applySchedule: endpoint({
    method: 'POST',
    path: '/admin/schedule/update/apply',
    access,
    query: { processDeletes: queryBoolean, forumPosts: queryBoolean },
    summary: 'Make the schedule what the uploaded one says',
  }),
  scheduleLog: endpoint({
    method: 'GET',
    path: '/admin/schedule/viewlog',
    access,
    response: v.array(EventUpdateLogData),
    summary: 'The newest changes of the schedule',
  }),
  scheduleLogEntry: endpoint({
    method: 'GET',
    path: '/admin/schedule/viewlog/{schedule_log_id}',
    access,
    params: { schedule_log_id: integerInPath },
    response: EventUpdateDifferenceData,
    summary: 'What one change of the schedule changed',
  }),
  undoScheduleChange: endpoint({
    method: 'POST',
    path: '/admin/schedule/viewlog/{schedule_log_id}/undo',
    access,
    params: { schedule_log_id: integerInPath },
    summary: 'Take back what one entry of the log changed; that is an entry too, which can be taken back',
  }),
  reloadSchedule: endpoint({
    method: 'POST',
    path: '/admin/schedule/reload',
    aliases: [{ method: 'GET', path: '/admin/schedule/reload' }],
    access,
    summary: 'Update the schedule from its address, in the background',
  }),
};
