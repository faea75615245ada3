import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { settingsApi } from './api.ts';
import { settingsHandlers } from './handlers.ts';

export const settings = area<Context, typeof settingsApi>({
  name: 'settings',
  api: settingsApi,
  handlers: settingsHandlers,
});
