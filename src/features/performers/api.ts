import { EventPerformerValidationData } from '#area/performer-check.ts';
import { minimum, optional, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { base64, list, uuid } from '#contract/fields.ts';
import { pageQuery, queryBoolean, querySearch } from '#contract/query.ts';
import {
  BulkPerformerData,
  fileBodyLimit,
  maxBulkPerformers,
  PerformerData,
  PerformerResponseData,
  PerformerUpdateDifferenceData,
  PerformerUploadData,
  performerBodyLimit,
} from './records.ts';

const feature = 'performers';
const openInPreregistration = { feature, preregistration: true } as const;
const byID = { performer_id: uuid };
const eventByID = { event_id: uuid };
const deskOptions = { access: minimum('devteam'), feature } as const;
const formOptions = { body: PerformerUploadData, pictures: 1, bodyLimit: performerBodyLimit } as const;

export const performersApi = {
  officialPerformers: endpoint({
    method: 'GET',
    path: '/performer/official',
    access: optional,
    ...openInPreregistration,
    query: { ...pageQuery, search: querySearch },
    response: PerformerResponseData,
    hasEntityTag: true,
    summary: 'List official performers, or search their profiles',
  }),
  shadowPerformers: endpoint({
    method: 'GET',
    path: '/performer/shadow',
    access: optional,
    ...openInPreregistration,
    query: { ...pageQuery, search: querySearch },
    response: PerformerResponseData,
    hasEntityTag: true,
    summary: 'List passengers who host events, or search their profiles',
  }),
  ownPerformer: endpoint({
    method: 'GET',
    path: '/performer/self',
    access: token,
    ...openInPreregistration,
    response: PerformerData,
    hasEntityTag: true,
    summary: 'Get your performer profile; empty if you have none',
  }),
  performer: endpoint({
    method: 'GET',
    path: '/performer/{performer_id}',
    access: optional,
    ...openInPreregistration,
    params: byID,
    response: PerformerData,
    hasEntityTag: true,
    summary: 'Get a performer with their events',
  }),
  holdEvent: endpoint({
    method: 'POST',
    path: '/performer/forevent/{event_id}',
    aliases: [{ path: '/performer/forEvent/{event_id}' }],
    access: token,
    ...openInPreregistration,
    params: eventByID,
    ...formOptions,
    rejects: ['cannotHost', 'limitReached', 'sailingHasBegun'],
    summary: 'Host an event and set your performer profile',
  }),
  holdEventNoLonger: endpoint({
    method: 'DELETE',
    path: '/performer/forevent/{event_id}',
    aliases: [
      { method: 'POST', path: '/performer/forevent/{event_id}/delete' },
      { method: 'DELETE', path: '/performer/forEvent/{event_id}' },
      { method: 'POST', path: '/performer/forEvent/{event_id}/delete' },
    ],
    access: token,
    ...openInPreregistration,
    params: eventByID,
    status: [200, 204],
    rejects: ['sailingHasBegun'],
    summary: 'Stop hosting an event',
  }),
  deleteOwnPerformer: endpoint({
    method: 'DELETE',
    path: '/performer/self',
    aliases: [{ method: 'POST', path: '/performer/self/delete' }],
    access: token,
    ...openInPreregistration,
    rejects: ['malformed', 'sailingHasBegun'],
    summary: 'Delete your performer profile',
  }),
  savePerformer: endpoint({
    method: 'POST',
    path: '/admin/performer/upsert',
    aliases: [{ path: '/performer/official/add' }],
    ...deskOptions,
    ...formOptions,
    summary: 'Add a performer, or replace the one with this id or name',
  }),
  removePerformer: endpoint({
    method: 'DELETE',
    path: '/performer/{performer_id}',
    access: minimum('moderator'),
    ...openInPreregistration,
    params: byID,
    summary: 'Delete a performer as a moderator',
  }),
  deletePerformer: endpoint({
    method: 'DELETE',
    path: '/admin/performer/{performer_id}',
    access: minimum('devteam'),
    ...openInPreregistration,
    params: byID,
    summary: 'Delete a performer as staff',
  }),
  uploadPerformers: endpoint({
    method: 'POST',
    path: '/admin/performer/bulk/upload',
    ...deskOptions,
    body: list('performers', BulkPerformerData, maxBulkPerformers),
    bodyLimit: fileBodyLimit,
    rejects: ['malformed', 'unreadableFile'],
    summary: 'Upload a list of official performers for review',
  }),
  comparePerformers: endpoint({
    method: 'GET',
    path: '/admin/performer/bulk/verify',
    ...deskOptions,
    response: PerformerUpdateDifferenceData,
    rejects: ['malformed', 'nothingUploaded', 'unreadableFile'],
    summary: 'Compare the uploaded list of performers with the stored ones',
  }),
  applyPerformers: endpoint({
    method: 'POST',
    path: '/admin/performer/bulk/apply',
    ...deskOptions,
    query: { processDeletes: queryBoolean, processUpdates: queryBoolean, linkEvents: queryBoolean },
    rejects: ['nothingUploaded', 'changedMeanwhile'],
    summary: 'Apply the uploaded list of performers',
  }),
  uploadLinks: endpoint({
    method: 'POST',
    path: '/admin/performer/link/upload',
    ...deskOptions,
    body: base64,
    bodyLimit: fileBodyLimit,
    rejects: ['malformed', 'unreadableFile'],
    summary: 'Upload a workbook that links performers to events, as a base64-encoded .xlsx file',
  }),
  checkLinks: endpoint({
    method: 'GET',
    path: '/admin/performer/link/verify',
    ...deskOptions,
    response: EventPerformerValidationData,
    rejects: ['malformed', 'nothingUploaded', 'unreadableFile'],
    summary: 'Preview the links in the uploaded workbook, and its problems',
  }),
  applyLinks: endpoint({
    method: 'POST',
    path: '/admin/performer/link/apply',
    ...deskOptions,
    rejects: ['nothingUploaded', 'changedMeanwhile'],
    summary: 'Apply the links in the uploaded workbook',
  }),
};
