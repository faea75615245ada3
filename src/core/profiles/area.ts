import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { profilesApi } from './api.ts';
import { profilesHandlers } from './handlers.ts';

export const profiles = area<Context, typeof profilesApi>({
  name: 'profiles',
  api: profilesApi,
  handlers: profilesHandlers,
});
