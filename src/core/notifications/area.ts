import { area } from '#area/area.ts';
import { notificationSockets, notificationsApi } from './api.ts';
import { deleteOldEvents } from './deliver.ts';
import { notificationTopic } from './notify.ts';
import { sendReminders } from './remind.ts';
import { openTopicSession } from './replay.ts';
import { getSummary } from './summary.ts';
import { verifyNotifications } from './verify.ts';

export const notifications = area({
  name: 'notifications',
  api: notificationsApi,
  handlers: (context) => ({ summary: ({ caller }) => getSummary(context, caller) }),
  sockets: notificationSockets,
  openers: (context) => ({
    notifications: ({ caller, query }) => openTopicSession(context, caller, notificationTopic, query.since),
  }),
  jobs: (context) => [
    { name: 'delete-old-events', run: (stopping) => deleteOldEvents(context, stopping) },
    { name: 'send-reminders', run: (stopping) => sendReminders(context, stopping) },
  ],
  verify: verifyNotifications,
});
