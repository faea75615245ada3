import type { Context } from '#area/context.ts';
import { type Caller, isAtLeast } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { archivePicture } from '#core/images/index.ts';
import { contentKind } from '#core/reports/index.ts';
import { getUser, isUnderReview, maySee } from '#core/users/index.ts';
import { getEventViewer } from '#features/schedule/index.ts';
import { photoModeration } from './api.ts';
import { presentPhotoForModerators } from './present.ts';
import { findPhoto, savePhoto } from './store.ts';
import type { PhotoRow } from './tables.ts';

function getLivePhoto(context: Context, photoID: number): PhotoRow {
  const photo = findPhoto(context.db, photoID);
  if (photo?.deletedAt !== null) throw notFound('photo');
  return photo;
}

/** Returns a photo that the caller can see in the stream. Throws 404 (schedule rule 91). */
function getShownPhoto(context: Context, caller: Caller, photoID: number): PhotoRow {
  const photo = getLivePhoto(context, photoID);
  const author = getUser(context, photo.authorID);
  const isAuthorShown =
    maySee(context, caller, author) && (author.level !== 'banned' || isAtLeast(caller.level, 'moderator'));
  if (isUnderReview(photo.moderationState) || !isAuthorShown) throw notFound('photo');
  return photo;
}

/** Photos of the stream and what users can do with them (schedule rules 101 and 102). */
export const photoKind = contentKind<PhotoRow, PhotoRow, number>({
  type: 'streamPhoto',
  nounForAuthor: 'photo',
  quote: ({ location }) => location ?? '',
  noun: 'photo',
  identify: (photo) => photo,
  find: ({ db }, photoID) => findPhoto(db, photoID),
  get: (context, _caller, photoID) => getLivePhoto(context, photoID),
  getToReport: getShownPhoto,
  getThreshold: ({ postAutoQuarantineThreshold }) => postAutoQuarantineThreshold,
  saveState: (context, { id }, moderationState) => savePhoto(context, id, { moderationState }),
  /** Moderators still get the small picture (moderation rule M19). */
  saveDeletion(context, _caller, { id, image }) {
    savePhoto(context, id, { deletedAt: context.clock.now() });
    archivePicture(context, image);
  },
});

/** Photos in any state (moderation rules M1 to M5). */
export const moderatedPhoto = photoKind.moderated(photoModeration, (context, photo, status, moderator) => ({
  photo: presentPhotoForModerators(context, getEventViewer(context, moderator), photo),
  ...status,
}));
