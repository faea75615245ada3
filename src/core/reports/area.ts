import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { reportsApi } from './api.ts';
import { reportsHandlers } from './handlers.ts';

export const reports = area<Context, typeof reportsApi>({
  name: 'reports',
  api: reportsApi,
  handlers: reportsHandlers,
});
