import type { Context } from '#area/context.ts';
import { token } from '#contract/access.ts';
import { queryInteger } from '#contract/query.ts';
import { type SocketOpeners, socket } from '#contract/socket.ts';
import { notificationTopic } from './notify.ts';
import { SocketNotificationData, SocketResyncData } from './records.ts';
import { openTopicSession } from './replay.ts';

export const notificationSockets = {
  notifications: socket({
    path: '/notification/socket',
    access: token,
    query: { since: queryInteger },
    messages: [SocketNotificationData, SocketResyncData],
    summary: 'Notifications of the caller; with `since` numbered, and from that number on',
  }),
};

export function notificationOpeners(context: Context): SocketOpeners<typeof notificationSockets> {
  return {
    notifications: ({ caller, query }) => openTopicSession(context, caller, notificationTopic, query.since),
  };
}
