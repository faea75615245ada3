import { isNull } from 'drizzle-orm';
import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { photostreamApi } from './api.ts';
import { photostreamHandlers } from './handlers.ts';
import { moderatedPhoto } from './moderation.ts';
import { listStreamPictures } from './pictures.ts';
import { removeOrphanedPictures } from './prepare.ts';
import { photos } from './tables.ts';

export const photostream = area({
  name: 'photostream',
  api: photostreamApi,
  handlers: photostreamHandlers,
  moderated: [moderatedPhoto],
  pictures: listStreamPictures,
  prepare: removeOrphanedPictures,
  rowCounts: { photoStream: countRows(photos, isNull(photos.deletedAt)) },
});
