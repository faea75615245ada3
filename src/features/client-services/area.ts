import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { clientServicesApi } from './api.ts';
import { clientServicesHandlers } from './handlers.ts';

export const clientServices = area<Context, typeof clientServicesApi>({
  name: 'client-services',
  api: clientServicesApi,
  handlers: clientServicesHandlers,
});
