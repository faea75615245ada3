import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { imagesApi } from './api.ts';
import { imagesHandlers } from './handlers.ts';

export const images = area<Context, typeof imagesApi>({ name: 'images', api: imagesApi, handlers: imagesHandlers });
