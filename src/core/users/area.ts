import { area } from '#area/area.ts';
import { usersApi } from './api/index.ts';
import { usersHandlers } from './handlers.ts';

export const users = area({ name: 'users', api: usersApi, handlers: usersHandlers });
