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
    summary: 'Whether the service and its database work',
  }),
  settings: endpoint({
    method: 'GET',
    path: '/client/settings',
    access: open,
    response: ClientSettingsData,
    hasEntityTag: true,
    summary: 'The sailing, the limits and the addresses a client needs, as of now',
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/client/metrics',
    access: either(serviceBasic, exactly('client'), minimum('tho')),
    ignoresServerMinimum: true,
    response: { content: 'text/plain' },
    summary: 'What the service measures of itself, for Prometheus',
  }),
  alert: endpoint({
    method: 'POST',
    path: '/client/alert',
    access: serviceBasic,
    body: AlertmanagerWebhookPayload,
    summary: 'Notify users, by seamail, of alerts that Prometheus has raised',
  }),
  headersSince: endpoint({
    method: 'GET',
    path: '/client/user/headers/since/{date}',
    aliases: [{ path: '/client/user/updates/since/{date}' }],
    access: exactly('client'),
    params: { date: instantInPath },
    response: v.array(UserHeader),
    summary: 'All users whose name or picture has changed since, as the user named in a header sees them',
  }),
  userSearch: endpoint({
    method: 'GET',
    path: '/client/usersearch',
    access: exactly('client'),
    response: v.array(UserSearch),
    summary: 'All users with the names they can be found by, as the user named in a header sees them',
  }),
  publicPage: endpoint({
    method: 'GET',
    path: '/public/{name}',
    outsideApi: true,
    access: open,
    params: { name: fileName },
    response: { content: 'text/markdown' },
    hasEntityTag: true,
    summary: 'A page of text: the code of conduct, frequent questions, help',
  }),
  wellKnown: endpoint({
    method: 'GET',
    path: '/.well-known/{name}',
    outsideApi: true,
    access: open,
    params: { name: fileName },
    response: { content: 'application/json' },
    hasEntityTag: true,
    summary: 'A file of the crew by which phones and apps find out what belongs to this server',
  }),
  clientConfiguration: endpoint({
    method: 'GET',
    path: '/public/clients/{name}',
    outsideApi: true,
    access: open,
    params: { name: fileName },
    response: { content: 'application/json' },
    hasEntityTag: true,
    summary: 'What the crew says to the users of one client app',
  }),
};
