import type { Context, WriteContext } from '#area/context.ts';
import type { LoggedEvent } from '#area/events.ts';
import { type Audience, deliver, deliverOnce, deliverToEach, isListeningTo } from './deliver.ts';
import type { NotificationType, SocketNotificationData } from './records.ts';

/** The topic of notification sockets and of events that concern everyone. */
export const notificationTopic = 'notifications';

/** A notification for users over the notification socket. */
export interface Notification extends Pick<SocketNotificationData, 'info' | 'contentID' | 'caller' | 'callerAddress'> {
  readonly type: NotificationType;
}

/** Builds the frame of a notification. */
export const buildNotificationFrame = ({ type, ...rest }: Notification): SocketNotificationData => ({
  type: { [type]: {} },
  ...rest,
});

/** Notifies the audience of an event with a row in the database, now or when they come back. */
export function notify(
  context: WriteContext,
  notification: Notification,
  audience: Audience,
  event: LoggedEvent,
): void {
  deliver(context, { topic: notificationTopic, frame: buildNotificationFrame(notification), ...audience }, event);
}

/**
 * Like `notify`, with words that depend on the user: `frameFor` returns the user's frame, or undefined if the event
 * doesn't concern them.
 */
export const notifyEach = (
  context: WriteContext,
  frameFor: (userID: string) => SocketNotificationData | undefined,
  event: LoggedEvent,
): void => deliverToEach(context, frameFor, event);

/** Notifies users of something that matters only now, such as a call or an event that is starting. */
export function notifyOnce(context: Context, recipients: readonly string[], notification: Notification): void {
  const frame = buildNotificationFrame(notification);
  deliverOnce(context, { topic: notificationTopic, frame, among: new Set(recipients), concerns: () => true });
}

/** Whether the user has a notification socket open, so that a signal would arrive. */
export const isListening = (context: Context, userID: string): boolean =>
  isListeningTo(context, userID, notificationTopic);
