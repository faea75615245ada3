import { area } from '#area/area.ts';
import { moderationApi } from './api.ts';
import { moderationHandlers } from './handlers.ts';

export const moderation = area({
  name: 'moderation',
  api: moderationApi,
  handlers: moderationHandlers,
});
