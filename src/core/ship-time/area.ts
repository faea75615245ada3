import { area } from '#contract/area.ts';
import type { Context } from '#context';
import { shipTimeApi } from './api.ts';
import { shipTimeHandlers } from './handlers.ts';

export const shipTime = area<Context, typeof shipTimeApi>({ name: 'ship-time', api: shipTimeApi, handlers: shipTimeHandlers });
