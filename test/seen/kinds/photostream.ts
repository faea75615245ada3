import { moderatedPhoto } from '#features/photostream/moderation.ts';
import { deletePhoto, reportPhoto, upload } from '../../features/photostream/support.ts';
import { moderationApi } from '../../support/moderation.ts';
import type { ContentPiece, SeenKind } from '../kind.ts';
import { readByModerators } from '../table.ts';

/** Photos have no words, so what is hidden is the picture (schedule rules 91 to 93). Mutes hide no photos. */
const photo: SeenKind = {
  word: 'photo',
  moderated: moderatedPhoto,
  feature: 'photostream',
  isHiddenByMute: false,
  heardBy: [],
  readers: { muter: 'shown', wordMuter: 'shown' },
  fates: {
    quarantined: 'hidden',
    autoQuarantined: 'hidden',
    authorBanned: { moderatorInside: 'shown', moderator: 'shown', admin: 'shown', others: 'hidden' },
  },
  async make({ app, readers, admin }): Promise<ContentPiece> {
    // Users can't send one photo right after another (schedule rule 96).
    app.clock.advance({ minutes: 10 });
    const { postID, image } = await upload(app, readers.author);
    return {
      known: { photo_id: [String(postID)], locationName: ['On Boat'], byUser: [readers.author.userID] },
      id: ['stream_photo_id', String(postID)],
      trace: new RegExp(`"postID":${postID}[,}]`),
      pictures: [image],
      isAbout: () => false,
      setState: (state) => admin.get(moderationApi.setPhotoState, { params: { photo_id: postID, state } }),
      report: (reporter) => reportPhoto(reporter, { postID }),
      delete: () => deletePhoto(admin, { postID }),
    };
  },
  ways: {
    'photostream.list': {},
    'moderation.photostream': readByModerators,
  },
};

export const photostreamKinds: readonly SeenKind[] = [photo];
