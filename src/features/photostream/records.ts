import * as v from 'valibot';
import { base64, instant, instantInput, optionalInput, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { UserHeader } from '#core/users/records.ts';
import { EventData } from '#features/schedule/records.ts';

/** Places of photos that were taken at no event (schedule, PhotoStreamBoatLocation). */
export const boatLocations = [
  'Main Stage',
  'Second Stage',
  'Main Dining',
  'Specialty Dining',
  'Pool Area',
  'On Boat',
  'Ashore',
] as const;
export type BoatLocation = (typeof boatLocations)[number];

/** Where a photo was taken whose event is on the schedule no longer (schedule rule 100). */
export const placeOfDeletedEvents: BoatLocation = 'On Boat';

/** Photos that passengers are shown, and on a page of moderators who ask for no other number (schedule rule 92). */
export const defaultPhotos = 30;

/** A photo to be sent, with where it was taken (schedule rule 99). */
export const PhotostreamUploadData = v.pipe(
  inputRecord('PhotostreamUploadData', {
    image: v.pipe(
      base64,
      v.check(({ length }) => length > 0, 'The image must not be empty.'),
    ),
    /** When it was taken. */
    createdAt: instantInput,
    eventID: optionalInput(uuid),
    locationName: optionalInput(v.picklist(boatLocations)),
  }),
  v.check(
    ({ eventID, locationName }) => (eventID === undefined) !== (locationName === undefined),
    'Exactly one of eventID and locationName must be given.',
  ),
);
export type PhotostreamUploadData = v.InferOutput<typeof PhotostreamUploadData>;

/** A photo of the stream. */
export const PhotostreamImageData = record('PhotostreamImageData', {
  postID: wholeNumber,
  /** When it was taken, as its author says. */
  createdAt: instant,
  author: UserHeader,
  image: v.string(),
  event: v.optional(EventData),
  /** Present exactly when there is no event. */
  location: v.optional(v.picklist(boatLocations)),
});
export type PhotostreamImageData = v.InferOutput<typeof PhotostreamImageData>;

/** A page of the stream, newest first. */
export const PhotostreamListData = record('PhotostreamListData', {
  photos: v.array(PhotostreamImageData),
  paginator: Paginator,
});
export type PhotostreamListData = v.InferOutput<typeof PhotostreamListData>;

/** What a photo may be taken at now (schedule rule 94). */
export const PhotostreamLocationData = record('PhotostreamLocationData', {
  events: v.array(EventData),
  locations: v.array(v.picklist(boatLocations)),
});
export type PhotostreamLocationData = v.InferOutput<typeof PhotostreamLocationData>;
