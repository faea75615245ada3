import * as v from 'valibot';
import { either, exactly, minimum, open, serviceBasic } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { boundedText, instantInPath } from '#contract/fields.ts';
import { UserHeader, UserSearch } from '#core/users/records.ts';
import { AlertmanagerWebhookPayload, ClientSettingsData, HealthResponse } from './records.ts';

const fileName = boundedText(255);

export const clientServicesApi = {
  health: endpoint({
    method: 'GET',
    path: '/client/health',
    access: open,
    response: HealthResponse,
    summary: 'Check whether the service and its database work',
  }),
  settings: endpoint({
    method: 'GET',
    path: '/client/settings',
    access: open,
    response: ClientSettingsData,
    hasEntityTag: true,
    summary: 'Get the settings a client needs: the sailing, limits and addresses',
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/client/metrics',
    access: either(serviceBasic, exactly('client'), minimum('tho')),
    ignoresServerMinimum: true,
    response: { content: 'text/plain' },
    summary: 'Get metrics for Prometheus',
  }),
  alert: endpoint({
    method: 'POST',
    path: '/client/alert',
    access: serviceBasic,
    body: AlertmanagerWebhookPayload,
    rejects: ['unknownUser'],
    summary: 'Forward Prometheus alerts to users by seamail',
  }),
  headersSince: endpoint({
    method: 'GET',
    path: '/client/user/headers/since/{date}',
    aliases: [{ path: '/client/user/updates/since/{date}' }],
    access: exactly('client'),
    params: { date: instantInPath },
    response: v.array(UserHeader),
    rejects: ['wrongAccount'],
    summary: 'List users whose name or picture has changed, as seen by the user named in a header',
  }),
  userSearch: endpoint({
    method: 'GET',
    path: '/client/usersearch',
    access: exactly('client'),
    response: v.array(UserSearch),
    rejects: ['wrongAccount'],
    summary: 'List all users with their names, as seen by the user named in a header',
  }),
  publicPage: endpoint({
    method: 'GET',
    path: '/public/{name}',
    outsideApi: true,
    access: open,
    params: { name: fileName },
    response: { content: 'text/markdown' },
    hasEntityTag: true,
    summary: 'Get a help page: code of conduct, frequently asked questions, help',
  }),
  wellKnown: endpoint({
    method: 'GET',
    path: '/.well-known/{name}',
    outsideApi: true,
    access: open,
    params: { name: fileName },
    response: { content: 'application/json' },
    hasEntityTag: true,
    summary: 'Get a well-known file that links apps to this server',
  }),
  clientConfiguration: endpoint({
    method: 'GET',
    path: '/public/clients/{name}',
    outsideApi: true,
    access: open,
    params: { name: fileName },
    response: { content: 'application/json' },
    hasEntityTag: true,
    summary: 'Get the crew’s page for one client app',
  }),
};
