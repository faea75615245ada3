import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { announcementsApi } from './api.ts';
import { announcementCounters } from './counters.ts';
import { announcementsHandlers } from './handlers.ts';
import { announcementHydrators } from './notice.ts';

export const announcements = area<Context, typeof announcementsApi>({
  name: 'announcements',
  api: announcementsApi,
  handlers: announcementsHandlers,
  counters: announcementCounters,
  frames: announcementHydrators,
});
