import type { PictureSource } from '#area/pictures.ts';
import { findThemes } from './store.ts';

/** The pictures of themes; one that was chosen by its name may be no file. */
export const listThemePictures: PictureSource = ({ db }) =>
  findThemes(db).flatMap(({ title, image: name, hasOwnImage }) => {
    if (name === null) return [];
    return [
      hasOwnImage
        ? { name, what: `picture ${name} of the theme ${title}`, files: 'stored' }
        : { name, files: 'unchecked' },
    ];
  });
