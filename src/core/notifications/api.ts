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
    isPoll: true,
    summary: 'Get unread counts and the ship time',
  }),
};

export const notificationSockets = {
  notifications: socket({
    path: '/notification/socket',
    access: token,
    query: { since: queryInteger },
    messages: [SocketNotificationData, SocketResyncData],
    summary: 'Stream your notifications; with `since`, numbered and starting after that number',
  }),
};
