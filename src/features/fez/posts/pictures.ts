import type { PictureSource } from '#area/pictures.ts';
import { prepareQueryText } from '#db/prepared.ts';

const imagesQuery = prepareQueryText<Record<never, never>, { name: string }>(
  'SELECT image AS name FROM fez_posts WHERE image IS NOT NULL',
);

/** Pictures of posts; a client may have chosen any of them by its name. */
export const listFezPictures: PictureSource = ({ db }) =>
  imagesQuery.all(db, {}).map(({ name }) => ({ name, files: 'unchecked' }));
