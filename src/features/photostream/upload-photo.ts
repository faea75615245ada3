import type { Context, WriteContext } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import { invalidField, tooMany } from '#contract/errors.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { assertMayCreate } from '#core/users/index.ts';
import { getCurrentSchedule } from '#features/schedule/index.ts';
import type { PhotostreamUploadData } from './records.ts';
import { isOver } from './running-events.ts';
import { findLastReceived, insertPhoto } from './store.ts';
import type { PhotoRow } from './tables.ts';

/** Throws if the caller can't upload this photo, in the order of schedule rules 95 to 98. */
export function assertMayUpload(context: Context, caller: Caller, upload: PhotostreamUploadData): void {
  assertMayCreate(context, caller);
  assertMinIntervalPassed(context, caller);
  if (upload.eventID !== undefined) assertMayNameEvent(context, upload.eventID, upload.createdAt);
}

/** Adds a photo to the stream. The picture is already stored. */
export function uploadPhoto(
  context: WriteContext,
  caller: Caller,
  upload: PhotostreamUploadData,
  image: string,
): PhotoRow {
  assertMayUpload(context, caller, upload);
  return insertPhoto(context, {
    authorID: caller.userID,
    image,
    takenAt: upload.createdAt,
    receivedAt: context.clock.now(),
    eventID: upload.eventID ?? null,
    location: upload.locationName ?? null,
  });
}

/** Throws 429 if the family's last photo is too recent (schedule rule 96). */
function assertMinIntervalPassed(context: Context, { familyID }: Caller): void {
  const interval = getServerSettings(context).photostreamUploadRateLimit * 1000;
  const last = findLastReceived(context.db, familyID);
  if (last === undefined) return;
  const passed = context.clock.now().getTime() - last.getTime();
  // If the last photo seems to come from the future, the clock was corrected since. Users shouldn't have to wait until
  // then.
  if (passed < 0 || passed >= interval) return;
  throw tooMany('You just posted a photo. Wait a little before the next one.', interval - passed);
}

const maxAge = 60 * 60_000;

/**
 * Throws 400 if the event isn't on the schedule, or if it ended an hour ago or earlier. Measures from when the photo
 * was taken if that was within the last hour, otherwise from now (schedule rule 98).
 */
function assertMayNameEvent(context: Context, eventID: string, takenAt: Date): void {
  const event = getCurrentSchedule(context).byID.get(eventID);
  if (!event) throw invalidField('eventID', 'This event is not on the schedule.');
  const now = context.clock.now();
  const age = now.getTime() - takenAt.getTime();
  if (!isOver(context, event, age >= 0 && age <= maxAge ? takenAt : now)) return;
  throw invalidField('eventID', `"${event.row.title}" ended more than an hour ago. Choose a place instead.`);
}
