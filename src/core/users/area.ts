import { area } from '#contract/area.ts';
import type { Context } from '#context';
import { usersApi } from './api.ts';
import { usersHandlers } from './handlers.ts';

export const users = area<Context, typeof usersApi>({ name: 'users', api: usersApi, handlers: usersHandlers });
