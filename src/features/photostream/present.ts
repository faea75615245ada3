import type { Context } from '#area/context.ts';
import type { EveryField } from '#contract/record.ts';
import { describePicture, findDescriptions } from '#core/images/index.ts';
import { presentHeaderForModerators } from '#core/reports/index.ts';
import { findUsers, getUser, presentHeader } from '#core/users/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import { type EventViewer, getCurrentSchedule, presentEventFor } from '#features/schedule/index.ts';
import { locationOfDeletedEvents, type PhotostreamImageData } from './records.ts';
import type { PhotoRow } from './tables.ts';

/** Returns photos as a viewer sees them in the stream, in this order. */
export function presentPhotos(
  context: Context,
  viewer: EventViewer,
  rows: readonly PhotoRow[],
): PhotostreamImageData[] {
  // Loads all users and descriptions that aren't cached in one query each.
  findUsers(
    context,
    rows.map(({ authorID }) => authorID),
  );
  findDescriptions(
    context,
    rows.map(({ image }) => image),
  );
  return rows.map((row) => build(context, viewer, row, presentHeader(getUser(context, row.authorID))));
}

/** Returns a photo with its true author, for moderators. */
export const presentPhotoForModerators = (context: Context, viewer: EventViewer, row: PhotoRow): PhotostreamImageData =>
  build(context, viewer, row, presentHeaderForModerators(context, row.authorID));

function build(context: Context, viewer: EventViewer, row: PhotoRow, author: UserHeader): PhotostreamImageData {
  const event = row.eventID === null ? undefined : getCurrentSchedule(context).byID.get(row.eventID);
  return {
    postID: row.id,
    createdAt: row.takenAt,
    author,
    image: row.image,
    imageDescription: describePicture(context, row.image),
    event: event && presentEventFor(context, viewer, event),
    location: event ? undefined : (row.location ?? locationOfDeletedEvents),
  } satisfies EveryField<PhotostreamImageData>;
}
