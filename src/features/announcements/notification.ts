import type { Context, WriteContext } from '#area/context.ts';
import type { EventHydrator } from '#area/events.ts';
import { buildNotificationFrame, type Notification, notificationTopic, notify } from '#core/notifications/index.ts';
import { listActiveAnnouncements } from './list-announcements.ts';
import type { AnnouncementRow } from './tables.ts';

const kind = 'announcement';

const buildNotification = ({ id, text }: AnnouncementRow): Notification => ({
  type: 'announcement',
  info: text,
  contentID: String(id),
});

/** Notifies all users of an announcement, now or when they come back. */
export function notifyAllUsers(context: WriteContext, row: AnnouncementRow): void {
  const event = { topic: notificationTopic, kind, subjectID: String(row.id) };
  notify(context, buildNotification(row), { concerns: () => true }, event);
}

/** Announcements that are still active, with their current text, for users who were away (decision 34). */
export const announcementHydrators = (context: Context): readonly EventHydrator[] => [
  {
    kind,
    hydrate: (_viewer, ids) =>
      new Map(
        listActiveAnnouncements(context)
          .map((row) => [String(row.id), buildNotificationFrame(buildNotification(row))] as const)
          .filter(([id]) => ids.includes(id)),
      ),
  },
];
