import * as v from 'valibot';
import { minimum, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { changeRejections } from '#contract/error-codes.ts';
import { integerInPath } from '#contract/fields.ts';
import { queryLimit, queryStart, queryUuid, queryWordOrNone } from '#contract/query.ts';
import { acceptsReason, declareModeratedCalls } from '#core/reports/index.ts';
import { ContentModerationStatus, reportOptions } from '#core/reports/records.ts';
import {
  boatLocations,
  defaultPhotos,
  PhotostreamImageData,
  PhotostreamListData,
  PhotostreamLocationData,
  PhotostreamUploadData,
} from './records.ts';

const feature = 'photostream';

export const photostreamApi = {
  list: endpoint({
    method: 'GET',
    path: '/photostream',
    access: token,
    feature,
    query: {
      start: queryStart,
      limit: queryLimit(defaultPhotos),
      eventID: queryUuid,
      locationName: queryWordOrNone(boatLocations),
      byUser: queryUuid,
    },
    response: PhotostreamListData,
    hasEntityTag: true,
    summary: 'List the newest photos, optionally of one event, place or user; moderators can page through all',
  }),
  places: endpoint({
    method: 'GET',
    path: '/photostream/placenames',
    access: token,
    feature,
    response: PhotostreamLocationData,
    summary: 'List events and places for a new photo',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/photostream/upload',
    access: token,
    feature,
    body: PhotostreamUploadData,
    pictures: 1,
    response: PhotostreamImageData,
    summary: 'Post a photo',
  }),
  report: endpoint({
    ...reportOptions,
    path: '/photostream/{stream_photo_id}/report',
    feature,
    params: { stream_photo_id: integerInPath },
    summary: 'Report a photo',
  }),
  delete: endpoint({
    method: 'POST',
    path: '/mod/photostream/{photo_id}/delete',
    aliases: [{ method: 'DELETE', path: '/mod/photostream/{photo_id}' }],
    access: minimum('moderator'),
    params: { photo_id: integerInPath },
    ...acceptsReason,
    rejects: [...changeRejections],
    summary: 'Delete a photo; moderators can still see the thumbnail',
  }),
};

/** Photos in any state (moderation rules M1 to M5). */
export const photoModeration = declareModeratedCalls({
  word: 'photostream',
  params: { photo_id: integerInPath },
  recordName: 'PhotostreamModerationData',
  record: {
    photo: v.pipe(PhotostreamImageData, v.description('The photo')),
    isDeleted: v.pipe(v.boolean(), v.description('Whether it was deleted')),
    moderationStatus: ContentModerationStatus,
  },
  summary: 'Get a photo with its reports',
  stateSummary: 'Set the moderation state of a photo',
});
