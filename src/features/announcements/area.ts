import { area } from '#area/area.ts';
import { announcementsApi } from './api.ts';
import { announcementCounters } from './counters.ts';
import { announcementsHandlers } from './handlers.ts';
import { announcementHydrators } from './notification.ts';
import { repairAnnouncements, verifyAnnouncements } from './verify.ts';

export const announcements = area({
  name: 'announcements',
  api: announcementsApi,
  handlers: announcementsHandlers,
  counters: announcementCounters,
  hydrators: announcementHydrators,
  verify: verifyAnnouncements,
  repair: repairAnnouncements,
});
