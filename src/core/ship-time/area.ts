import { area } from '#area/area.ts';
import { shipTimeApi } from './api.ts';
import { shipTimeHandlers } from './handlers.ts';
import { prepareShipTime } from './import-time-zones.ts';

export const shipTime = area({
  name: 'ship-time',
  api: shipTimeApi,
  handlers: shipTimeHandlers,
  prepare: prepareShipTime,
});
