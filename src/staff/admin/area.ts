import { area } from '#contract/area.ts';
import type { Context } from '#context';
import { adminApi } from './api.ts';
import { adminHandlers } from './handlers.ts';

export const admin = area<Context, typeof adminApi>({ name: 'admin', api: adminApi, handlers: adminHandlers });
