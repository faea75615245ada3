import type { Context } from '#context';
import { deliver, listenersTo } from './deliver.ts';
import type { NotificationType, SocketNotificationData } from './records.ts';

export const notificationTopic = 'notifications';

/** What users are told over the notification socket. */
export interface Notification extends Pick<SocketNotificationData, 'info' | 'contentID' | 'caller' | 'callerAddress'> {
  readonly type: NotificationType;
  /** Somebody whose block hides it. */
  readonly authorID?: string;
}

function send(context: Context, recipients: readonly string[], notification: Notification, isKept: boolean): void {
  const { type, authorID, ...rest } = notification;
  deliver(context, {
    topic: notificationTopic,
    frame: { type: { [type]: {} }, ...rest },
    recipients,
    isKept,
    ...(authorID && { authorID }),
  });
}

/** Tells users of something that is in the database, now or when they come back. To be called inside its transaction. */
export function notify(context: Context, recipients: readonly string[], notification: Notification): void {
  send(context, recipients, notification, true);
}

/** Tells users of something that is worth knowing only now: a call, an event that is starting. */
export function signal(context: Context, recipients: readonly string[], notification: Notification): void {
  send(context, recipients, notification, false);
}

/** Has the user a notification socket open, so that a signal would reach somebody? */
export const isListening = (context: Context, userID: string): boolean =>
  listenersTo(context, notificationTopic).has(userID);
