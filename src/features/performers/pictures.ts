import type { PictureSource } from '#area/pictures.ts';
import { prepareQueryText } from '#db/prepared.ts';

const photosQuery = prepareQueryText<Record<never, never>, { performer: string; name: string; isBorrowed: 0 | 1 }>(
  'SELECT name AS performer, photo AS name, has_borrowed_photo AS isBorrowed FROM performers WHERE photo IS NOT NULL',
);

/** The pictures of performers. A picture that was chosen by name may not exist. */
export const listPerformerPictures: PictureSource = ({ db }) =>
  photosQuery
    .all(db, {})
    .map(({ performer, name, isBorrowed }) =>
      isBorrowed
        ? { name, files: 'unchecked' }
        : { name, what: `picture ${name} of the performer ${performer}`, files: 'stored' },
    );
