import { area } from '#area/area.ts';
import { profilesApi } from './api.ts';
import { profilesHandlers } from './handlers.ts';

export const profiles = area({
  name: 'profiles',
  api: profilesApi,
  handlers: profilesHandlers,
});
