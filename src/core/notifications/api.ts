import { optional, token } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { queryInteger } from '#contract/query.ts';
import { socket } from '#contract/socket.ts';
import { SocketNotificationData, SocketResyncData, UserNotificationData } from './records.ts';

export const notificationsApi = {
  summary: endpoint({
    method: 'GET',
    path: '/notification/global',
    aliases: [{ path: '/notification/user' }],
    access: optional,
    response: UserNotificationData,
    hasEntityTag: true,
    summary: 'What is new for the caller, and the time on board',
  }),
};

export const notificationSockets = {
  notifications: socket({
    path: '/notification/socket',
    access: token,
    query: { since: queryInteger },
    messages: [SocketNotificationData, SocketResyncData],
    summary: 'Notifications of the caller; with `since` numbered, and from that number on',
  }),
};
