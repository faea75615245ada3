import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { moderationApi } from './api.ts';
import { moderationHandlers } from './handlers.ts';

export const moderation = area<Context, typeof moderationApi>({
  name: 'moderation',
  api: moderationApi,
  handlers: moderationHandlers,
});
