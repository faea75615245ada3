import { area } from '#area/area.ts';
import { photostreamApi } from './api.ts';
import { photostreamHandlers } from './handlers.ts';
import { moderatedPhoto } from './moderation.ts';
import { removeLeftPictures } from './prepare.ts';

export const photostream = area({
  name: 'photostream',
  api: photostreamApi,
  handlers: photostreamHandlers,
  moderated: [moderatedPhoto],
  prepare: removeLeftPictures,
});
