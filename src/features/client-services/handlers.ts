import type { Context, Handlers } from '#area/context.ts';
import { presentHeader, presentSearch } from '#core/users/index.ts';
import type { clientServicesApi } from './api.ts';
import { checkHealth } from './health.ts';
import { readMeasurements } from './measurements.ts';
import { getUserServed } from './on-behalf.ts';
import { passOnAlerts } from './pass-on-alerts.ts';
import { presentClientSettings } from './present.ts';
import { findPublicFile } from './public-files.ts';
import { listUsersChangedSince, listUsersFor } from './user-lists.ts';

export function clientServicesHandlers(context: Context): Handlers<typeof clientServicesApi> {
  return {
    health: () => checkHealth(context),
    settings: () => presentClientSettings(context),
    metrics: () => readMeasurements(context),
    alert: ({ body, write }) => write((context) => passOnAlerts(context, body.alerts)),
    headersSince: ({ header, params }) =>
      listUsersChangedSince(context, getUserServed(context, header), params.date).map(presentHeader),
    userSearch: ({ header }) => listUsersFor(context, getUserServed(context, header)).map(presentSearch),
    publicPage: ({ params }) => findPublicFile(context, '', params.name),
    clientConfiguration: ({ params }) => findPublicFile(context, 'clients', params.name),
  };
}
