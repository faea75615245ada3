import * as v from 'valibot';
import { base64, instant, instantInput, optionalInput, Paginator, uuid, wholeNumber } from '#contract/fields.ts';
import { inputRecord, record } from '#contract/record.ts';
import { pictureDescription, shownDescription } from '#core/images/records.ts';
import { UserHeader } from '#core/users/records.ts';
import { EventData } from '#features/schedule/records.ts';

/** Locations of photos that weren't taken at an event (schedule, PhotoStreamBoatLocation). */
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

/** The location of photos whose event is no longer on the schedule (schedule rule 100). */
export const locationOfDeletedEvents: BoatLocation = 'On Boat';

/** The number of photos that passengers get, and the default for moderators (schedule rule 92). */
export const defaultPhotos = 30;

/** A photo to upload, with where it was taken (schedule rule 99). */
export const PhotostreamUploadData = v.pipe(
  inputRecord('PhotostreamUploadData', {
    image: v.pipe(
      base64,
      v.check(({ length }) => length > 0, 'The image must not be empty.'),
      v.description('The picture, as base64'),
    ),
    description: pictureDescription,
    /** When it was taken. */
    createdAt: v.pipe(instantInput, v.description('When it was taken')),
    eventID: v.pipe(optionalInput(uuid), v.description('Event at which it was taken; either this or `locationName`')),
    locationName: v.pipe(
      optionalInput(v.picklist(boatLocations)),
      v.description('Place at which it was taken; either this or `eventID`'),
    ),
  }),
  v.check(
    ({ eventID, locationName }) => (eventID === undefined) !== (locationName === undefined),
    'Exactly one of eventID and locationName must be given.',
  ),
);
export type PhotostreamUploadData = v.InferOutput<typeof PhotostreamUploadData>;

/** A photo of the stream. */
export const PhotostreamImageData = record('PhotostreamImageData', {
  postID: v.pipe(wholeNumber, v.description('Number of the post; later ones are higher')),
  /** When the photo was taken, according to its author. */
  createdAt: v.pipe(instant, v.description('When it was taken, according to its author')),
  author: v.pipe(UserHeader, v.description('Author')),
  image: v.pipe(
    v.string(),
    v.description('Name of the picture: `/api/v3/image/full/{filename}` and `/api/v3/image/thumb/{filename}` show it'),
  ),
  imageDescription: shownDescription,
  event: v.pipe(v.optional(EventData), v.description('Event it’s about')),
  /** Present only if there is no event. */
  location: v.pipe(
    v.optional(v.picklist(boatLocations)),
    v.description('Where it was taken; absent if there’s an event'),
  ),
});
export type PhotostreamImageData = v.InferOutput<typeof PhotostreamImageData>;

/** A page of the stream, newest first. */
export const PhotostreamListData = record('PhotostreamListData', {
  photos: v.pipe(v.array(PhotostreamImageData), v.description('A page of photos, newest first')),
  paginator: v.pipe(Paginator, v.description('Position of the page in the whole list')),
});
export type PhotostreamListData = v.InferOutput<typeof PhotostreamListData>;

/** The events and locations that a photo can name now (schedule rule 94). */
export const PhotostreamLocationData = record('PhotostreamLocationData', {
  events: v.pipe(v.array(EventData), v.description('Events, ordered by start')),
  locations: v.pipe(v.array(v.picklist(boatLocations)), v.description('Places for photos not taken at an event')),
});
export type PhotostreamLocationData = v.InferOutput<typeof PhotostreamLocationData>;
