import type { Context, WriteContext } from '#area/context.ts';
import type { EventSubject } from '#area/events.ts';
import { type Delivery, deliver, deliverOnce, findListeners } from './deliver.ts';
import type { NotificationType, SocketNotificationData } from './records.ts';

/** The topic of notification sockets. */
export const notificationTopic = 'notifications';

/** What users are notified of over the notification socket. */
export interface Notification extends Pick<SocketNotificationData, 'info' | 'contentID' | 'caller' | 'callerAddress'> {
  readonly type: NotificationType;
}

/** The notification as its frame. */
export const buildNotificationFrame = ({ type, ...rest }: Notification): SocketNotificationData => ({
  type: { [type]: {} },
  ...rest,
});

/** Notifies users of a row in the database, now or when they come back; `recipients` are ids. */
export function notify(
  context: WriteContext,
  recipients: readonly string[],
  notification: Notification,
  subject: EventSubject,
): void {
  deliver(context, buildDelivery(recipients, notification), subject);
}

/** Notifies users of something that is worth knowing only now: a call, an event that is starting. */
export function signal(context: Context, recipients: readonly string[], notification: Notification): void {
  deliverOnce(context, buildDelivery(recipients, notification));
}

const buildDelivery = (recipients: readonly string[], notification: Notification): Delivery => ({
  topic: notificationTopic,
  frame: buildNotificationFrame(notification),
  recipients,
});

/** Has the user a notification socket open, so that a signal would arrive? */
export const isListening = (context: Context, userID: string): boolean =>
  findListeners(context, notificationTopic).has(userID);
