import type { PictureSource } from '#area/pictures.ts';
import { findThemes } from './store.ts';

/** The pictures of themes. A picture that was chosen by name may not exist. */
export const listThemePictures: PictureSource = ({ db }) =>
  findThemes(db).flatMap(({ title, image: name, hasOwnImage }) => {
    if (name === null) return [];
    return [
      hasOwnImage
        ? { name, what: `picture ${name} of the theme ${title}`, files: 'stored' }
        : { name, files: 'unchecked' },
    ];
  });
