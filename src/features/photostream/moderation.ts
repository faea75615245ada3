import type { Context, WriteContext } from '#area/context.ts';
import type { ModeratedContent } from '#area/moderated.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { archivePicture } from '#core/images/index.ts';
import { fileReport, logModeratorAction, settableKind } from '#core/reports/index.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { assertMayChange, getUser, isUnderReview, maySee } from '#core/users/index.ts';
import { getEventViewer } from '#features/schedule/index.ts';
import { photoModeration } from './api.ts';
import { presentTruePhoto } from './present.ts';
import { findPhoto, savePhoto } from './store.ts';
import type { PhotoRow } from './tables.ts';

const describePhoto = ({ id, authorID }: PhotoRow): ModeratedContent => ({
  type: 'streamPhoto',
  id: String(id),
  authorID,
});

/** Throws 404. */
function getPhoto(context: Context, photoID: number): PhotoRow {
  const photo = findPhoto(context.db, photoID);
  if (!photo) throw notFound('photo');
  return photo;
}

function getLivePhoto(context: Context, photoID: number): PhotoRow {
  const photo = getPhoto(context, photoID);
  if (photo.deletedAt !== null) throw notFound('photo');
  return photo;
}

/** A photo that the stream shows to the caller. Throws 404 (schedule rule 91). */
function getShownPhoto(context: Context, caller: Caller, photoID: number): PhotoRow {
  const photo = getLivePhoto(context, photoID);
  const author = getUser(context, photo.authorID);
  const isAuthorShown =
    maySee(context, caller, author) && (author.level !== 'banned' || isAtLeast(caller.level, 'moderator'));
  if (isUnderReview(photo.moderationState) || !isAuthorShown) throw notFound('photo');
  return photo;
}

/** Reports a photo; many reports hide it (schedule rule 102). Throws 404, or 409 for a second report. */
export function reportPhoto(context: WriteContext, caller: Caller, photoID: number, message: string): void {
  const photo = getShownPhoto(context, caller, photoID);
  fileReport(context, caller, describePhoto(photo), message, {
    state: photo.moderationState,
    threshold: getServerSettings(context).postAutoQuarantineThreshold,
    quarantine: () => savePhoto(context, photo.id, { moderationState: 'autoQuarantined' }),
  });
}

/** Deletes a photo with its picture, of which moderators keep the small size (schedule rule 101, moderation rule M19). */
export function deletePhoto(context: WriteContext, caller: Caller, photoID: number): void {
  const photo = getLivePhoto(context, photoID);
  assertMayChange(context, caller, { authorID: photo.authorID, state: photo.moderationState });
  savePhoto(context, photo.id, { deletedAt: context.clock.now() });
  archivePicture(context, photo.image);
  logModeratorAction(context, caller, 'delete', describePhoto(photo));
}

/** Photos, whatever their state (moderation rules M1 to M5). */
export const moderatedPhoto = settableKind(photoModeration, {
  listReportTargets: ({ photo_id }) => [{ type: 'streamPhoto', id: String(photo_id) }],
  read(context, moderator, { photo_id }) {
    const photo = getPhoto(context, photo_id);
    return {
      photo: presentTruePhoto(context, getEventViewer(context, moderator), photo),
      isDeleted: photo.deletedAt !== null,
      moderationStatus: photo.moderationState,
    };
  },
  settable: {
    getContent: (context, _moderator, { photo_id }) => describePhoto(getLivePhoto(context, photo_id)),
    setState(context, { photo_id }, moderationState) {
      savePhoto(context, photo_id, { moderationState });
    },
  },
});
