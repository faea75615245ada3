import { area } from '#area/area.ts';
import { incidentsApi } from './api.ts';
import { incidentCounters } from './counters.ts';
import { incidentsHandlers } from './handlers.ts';
import { incidentHydrators } from './notification.ts';

/** Contributes no row counts, since the overview and the metrics are for others than safety officers. */
export const incidents = area({
  name: 'incidents',
  api: incidentsApi,
  handlers: incidentsHandlers,
  counters: incidentCounters,
  hydrators: incidentHydrators,
});
