import * as v from 'valibot';
import { EventPerformerValidationData } from '#area/performer-check.ts';
import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { integerInPath } from '#contract/fields.ts';
import { queryBoolean, queryWord } from '#contract/query.ts';
import { hour } from '#contract/rate-limit.ts';
import {
  EventsUpdateData,
  EventUpdateDifferenceData,
  EventUpdateLogData,
  maxUploadBytes,
  ScheduleCheckData,
} from '../records.ts';

const access = minimum('devteam');

/** Endpoints for people who run the programme (schedule rules 41 to 51). */
export const deskApi = {
  uploadSchedule: endpoint({
    method: 'POST',
    path: '/admin/schedule/update',
    access,
    body: EventsUpdateData,
    bodyLimit: maxUploadBytes,
    rejects: ['unreadableFile', 'scheduleBusy'],
    summary: 'Upload a schedule to compare; nothing changes yet',
  }),
  compareSchedule: endpoint({
    method: 'POST',
    path: '/admin/schedule/verify',
    aliases: [{ method: 'GET', path: '/admin/schedule/verify' }],
    access,
    query: { kind: queryWord(['events', 'performers']) },
    response: v.union([EventUpdateDifferenceData, EventPerformerValidationData]),
    rejects: ['nothingUploaded', 'unreadableFile', 'scheduleBusy'],
    summary: 'Compare the uploaded schedule or list of performers with the stored one',
  }),
  scheduleChecks: endpoint({
    method: 'GET',
    path: '/admin/schedule/checks',
    access,
    feature: 'schedulechecks',
    limit: { what: 'checks of a schedule', perFamily: { max: 60, seconds: hour } },
    response: v.array(ScheduleCheckData),
    rejects: ['nothingUploaded', 'unreadableFile'],
    summary: 'Check the uploaded schedule for conflicts and oddities, which don’t keep it from being applied',
  }),
  applySchedule: endpoint({
    method: 'POST',
    path: '/admin/schedule/update/apply',
    access,
    query: { processDeletes: queryBoolean, forumPosts: queryBoolean },
    rejects: ['nothingUploaded', 'unreadableFile', 'changedMeanwhile', 'scheduleBusy'],
    summary: 'Apply the uploaded schedule',
  }),
  scheduleLog: endpoint({
    method: 'GET',
    path: '/admin/schedule/viewlog',
    access,
    response: v.array(EventUpdateLogData),
    summary: 'List recent schedule changes',
  }),
  scheduleLogEntry: endpoint({
    method: 'GET',
    path: '/admin/schedule/viewlog/{schedule_log_id}',
    access,
    params: { schedule_log_id: integerInPath },
    response: EventUpdateDifferenceData,
    summary: 'Get the details of a schedule change',
  }),
  undoScheduleChange: endpoint({
    method: 'POST',
    path: '/admin/schedule/viewlog/{schedule_log_id}/undo',
    access,
    params: { schedule_log_id: integerInPath },
    rejects: ['cannotUndo', 'scheduleBusy'],
    summary: 'Undo an entry of the schedule log; the undo is an entry too',
  }),
  reloadSchedule: endpoint({
    method: 'POST',
    path: '/admin/schedule/reload',
    aliases: [{ method: 'GET', path: '/admin/schedule/reload' }],
    access,
    rejects: ['scheduleBusy'],
    summary: 'Fetch the schedule from its URL in the background',
  }),
};
