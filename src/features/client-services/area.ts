import { area } from '#area/area.ts';
import { clientServicesApi } from './api.ts';
import { clientServicesHandlers } from './handlers.ts';

export const clientServices = area({
  name: 'client-services',
  api: clientServicesApi,
  handlers: clientServicesHandlers,
});
