import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { usersApi } from './api/index.ts';
import { usersHandlers } from './handlers.ts';

export const users = area<Context, typeof usersApi>({ name: 'users', api: usersApi, handlers: usersHandlers });
