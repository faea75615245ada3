import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { shipTimeApi } from './api.ts';
import { shipTimeHandlers } from './handlers.ts';
import { prepareShipTime } from './prepare.ts';

export const shipTime = area<Context, typeof shipTimeApi>({
  name: 'ship-time',
  api: shipTimeApi,
  handlers: shipTimeHandlers,
  prepare: prepareShipTime,
});
