import type { Context, WriteContext } from '#area/context.ts';
import type { EventHydrator } from '#area/events.ts';
import { buildNotificationFrame, type Notification, notificationTopic, notify } from '#core/notifications/index.ts';
import { isOfficer, listOfficers } from './officers.ts';
import { findIncident } from './store.ts';
import type { IncidentRow } from './tables.ts';

const kind = 'incident';

/** Says nothing of the content or the reporter. */
const buildNotification = (incidentID: string): Notification => ({
  type: 'incidentFiled',
  info: 'A confidential incident report is waiting for you.',
  contentID: incidentID,
});

/** Notifies safety officers of a new report, now or when they reconnect (moderation rule S7). */
export function notifyOfficers(context: WriteContext, { id }: IncidentRow): void {
  const recipients = listOfficers(context).map(({ userID }) => userID);
  if (recipients.length === 0) return;
  const event = { topic: notificationTopic, kind, subjectID: id, recipients };
  notify(context, buildNotification(id), { among: new Set(recipients), concerns: () => true }, event);
}

/** Reports filed while safety officers were away, for those who still have the role. */
export const incidentHydrators = (context: Context): readonly EventHydrator[] => [
  {
    kind,
    hydrate: (viewer, ids) =>
      new Map(
        (isOfficer(context, viewer) ? ids : [])
          .filter((id) => findIncident(context.db, id) !== undefined)
          .map((id) => [id, buildNotificationFrame(buildNotification(id))] as const),
      ),
  },
];
