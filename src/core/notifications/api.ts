import { optional } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { UserNotificationData } from './records.ts';

export const notificationsApi = {
  summary: endpoint({
    method: 'GET',
    path: '/notification/global',
    aliases: [{ path: '/notification/user' }],
    access: optional,
    response: UserNotificationData,
    summary: 'What is new for the caller, and the time on board',
  }),
};
