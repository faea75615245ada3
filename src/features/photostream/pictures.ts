import type { PictureSource } from '#area/pictures.ts';
import { listPictures } from './store.ts';

/** A photo has its picture until it's deleted, even under review (schedule rules 91 and 101). */
export const listStreamPictures: PictureSource = ({ db }) =>
  listPictures(db).map(({ id, image: name, isDeleted }) => ({
    name,
    what: `picture ${name} of ${isDeleted ? 'the deleted photo' : 'photo'} ${id}`,
    files: isDeleted ? 'removed' : 'stored',
  }));
