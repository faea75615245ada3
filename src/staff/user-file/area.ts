import { area } from '#area/area.ts';
import { userFileApi } from './api.ts';
import { userFileHandlers } from './handlers.ts';

/** The file that transfers people from one sailing to the next. */
export const userFile = area({ name: 'user-file', api: userFileApi, handlers: userFileHandlers });
