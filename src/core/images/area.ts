import { area } from '#area/area.ts';
import { imagesApi } from './api.ts';
import { imagesHandlers } from './handlers.ts';

export const images = area({ name: 'images', api: imagesApi, handlers: imagesHandlers });
