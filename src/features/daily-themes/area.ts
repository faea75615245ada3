import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { dailyThemesApi } from './api.ts';
import { dailyThemesHandlers } from './handlers.ts';

export const dailyThemes = area<Context, typeof dailyThemesApi>({
  name: 'daily-themes',
  api: dailyThemesApi,
  handlers: dailyThemesHandlers,
});
