import { area } from '#area/area.ts';
import { huntsApi } from './api.ts';
import { huntsHandlers } from './handlers.ts';
import { huntsList } from './user-file.ts';

export const hunts = area({ name: 'hunts', api: huntsApi, handlers: huntsHandlers, userFileLists: [huntsList] });
