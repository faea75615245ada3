import { area } from '#area/area.ts';
import { usersApi } from './api/index.ts';
import { usersHandlers } from './handlers.ts';
import { usersRowCounts } from './row-counts.ts';

export const users = area({ name: 'users', api: usersApi, handlers: usersHandlers, rowCounts: usersRowCounts });
