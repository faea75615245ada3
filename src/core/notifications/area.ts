import { area } from '#area/area.ts';
import { notificationSockets, notificationsApi } from './api.ts';
import { checkSummariesAfterWrites } from './check-summaries.ts';
import { deleteOldEvents } from './deliver.ts';
import { notificationTopic } from './notify.ts';
import { sendReminders } from './remind.ts';
import { openTopicSession } from './replay.ts';
import { getSummary } from './summary.ts';
import { verifyNotifications } from './verify.ts';

export const notifications = area({
  name: 'notifications',
  api: notificationsApi,
  handlers: (context) => {
    const check = context.config.isDevelopment ? checkSummariesAfterWrites(context) : undefined;
    return {
      summary({ caller }) {
        check?.(caller);
        return getSummary(context, caller);
      },
    };
  },
  sockets: notificationSockets,
  openers: (context) => ({
    notifications: ({ caller, query }) => openTopicSession(context, caller, [notificationTopic], query.since),
  }),
  jobs: (context) => [
    { name: 'delete-old-events', run: (stopping) => deleteOldEvents(context, stopping) },
    { name: 'send-reminders', run: (stopping) => sendReminders(context, stopping) },
  ],
  verify: verifyNotifications,
});
