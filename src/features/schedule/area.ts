import { area } from '#contract/area.ts';
import type { Context } from '#context';
import { scheduleApi } from './api.ts';
import { scheduleHandlers } from './handlers.ts';

export const schedule = area<Context, typeof scheduleApi>({ name: 'schedule', api: scheduleApi, handlers: scheduleHandlers });
