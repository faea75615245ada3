import { area } from '#area/area.ts';
import { notificationsApi } from './api.ts';
import { notificationsHandlers } from './handlers.ts';
import { notificationJobs } from './jobs.ts';
import { notificationOpeners, notificationSockets } from './live.ts';
import { repairNotifications, verifyNotifications } from './verify.ts';

export const notifications = area({
  name: 'notifications',
  api: notificationsApi,
  handlers: notificationsHandlers,
  sockets: notificationSockets,
  openers: notificationOpeners,
  jobs: notificationJobs,
  verify: verifyNotifications,
  repair: repairNotifications,
});
