import type { Context, WriteContext } from '#area/context.ts';
import type { EventHydrator } from '#area/events.ts';
import {
  buildNotificationFrame,
  type Notification,
  notificationTopic,
  notify,
  notifyOnce,
} from '#core/notifications/index.ts';
import { getCurrentSchedule, type LiveEvent } from '#features/schedule/index.ts';
import { areSeatsDisabled, getOwnSeats } from './event-seats.ts';

/** Stored in the event log. */
const kind = 'seatGranted';

const buildNotification = ({ row: { id, title } }: LiveEvent): Notification => ({
  type: 'seatGranted',
  info: `You have a seat: ${title}`,
  contentID: id,
});

/** Notifies users that they've got a seat from the waiting list, now or when they come back (schedule rule 135). */
export function notifyGranted(context: WriteContext, event: LiveEvent, userIDs: readonly string[]): void {
  if (userIDs.length === 0 || areSeatsDisabled(context, undefined)) return;
  const stored = { topic: notificationTopic, kind, subjectID: event.row.id, recipients: userIDs };
  notify(context, buildNotification(event), { among: new Set(userIDs), concerns: () => true }, stored);
}

/** Signals the apps of waitlisted users to show their new position (schedule rule 135). Stores nothing. */
export function signalNewPositions(
  context: WriteContext,
  { row: { id, title } }: LiveEvent,
  userIDs: readonly string[],
): void {
  if (userIDs.length === 0 || areSeatsDisabled(context, undefined)) return;
  notifyOnce(context, userIDs, {
    type: 'seatsChanged',
    info: `The waiting list has moved up: ${title}`,
    contentID: id,
  });
}

/** Seats that users got while they were away and still have (decision 34). */
export const seatHydrators = (context: Context): readonly EventHydrator[] => [
  {
    kind,
    hydrate(viewer, eventIDs) {
      if (areSeatsDisabled(context, viewer)) return new Map();
      const { byID } = getCurrentSchedule(context);
      const own = getOwnSeats(context, viewer);
      const events = eventIDs.flatMap((id) => (own.get(id)?.isSeat ? (byID.get(id) ?? []) : []));
      return new Map(events.map((event) => [event.row.id, buildNotificationFrame(buildNotification(event))]));
    },
  },
];
