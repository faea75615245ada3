import type { Context } from '#context';
import type { FrameSource } from '#contract/frames.ts';
import { type Notification, notificationFrame, notify } from '#core/notifications/index.ts';
import { everybody } from '#core/users/index.ts';
import { activeAnnouncements } from './list-announcements.ts';
import type { AnnouncementRow } from './tables.ts';

const kind = 'announcement';

const noticeOf = ({ id, text }: AnnouncementRow): Notification => ({
  type: 'announcement',
  info: text,
  contentID: String(id),
});

/** Shows an announcement to everybody who is there, and to the others when they come. To be called inside a transaction. */
export function tellEverybody(context: Context, row: AnnouncementRow): void {
  const recipients = everybody(context).map(({ userID }) => userID);
  notify(context, recipients, noticeOf(row), { kind, subjectID: String(row.id) });
}

/** For those who were away: announcements that are still shown, as they read now (decision 34). */
export const announcementFrames = (context: Context): readonly FrameSource[] => [
  {
    kind,
    remake: (_viewer, ids) =>
      new Map(
        activeAnnouncements(context)
          .map((row) => [String(row.id), notificationFrame(noticeOf(row))] as const)
          .filter(([id]) => ids.includes(id)),
      ),
  },
];
