import { area } from '#area/area.ts';
import { huntsApi } from './api.ts';
import { huntsHandlers } from './handlers.ts';

export const hunts = area({ name: 'hunts', api: huntsApi, handlers: huntsHandlers });
