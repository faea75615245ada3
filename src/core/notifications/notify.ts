import type { Context } from '#context';
import type { EventSubject } from '#contract/frames.ts';
import { deliver, findListeners } from './deliver.ts';
import type { NotificationType, SocketNotificationData } from './records.ts';

export const notificationTopic = 'notifications';

/** What users are told over the notification socket. */
export interface Notification extends Pick<SocketNotificationData, 'info' | 'contentID' | 'caller' | 'callerAddress'> {
  readonly type: NotificationType;
}

/** The notification as its frame. */
export const buildNotificationFrame = ({ type, ...rest }: Notification): SocketNotificationData => ({
  type: { [type]: {} },
  ...rest,
});

/** Tells users of a row in the database, now or when they come back. To be called inside its transaction. */
export function notify(
  context: Context,
  recipients: readonly string[],
  notification: Notification,
  about: EventSubject,
): void {
  deliver(context, { topic: notificationTopic, frame: buildNotificationFrame(notification), recipients, about });
}

/** Tells users of something that is worth knowing only now: a call, an event that is starting. */
export function signal(context: Context, recipients: readonly string[], notification: Notification): void {
  deliver(context, { topic: notificationTopic, frame: buildNotificationFrame(notification), recipients });
}

/** Has the user a notification socket open, so that a signal would reach somebody? */
export const isListening = (context: Context, userID: string): boolean =>
  findListeners(context, notificationTopic).has(userID);
