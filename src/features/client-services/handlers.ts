import type { Context, Handlers } from '#area/context.ts';
import { presentHeaderTo, presentSearch } from '#core/users/index.ts';
import type { clientServicesApi } from './api.ts';
import { checkHealth } from './check-health.ts';
import { readMeasurements } from './measurements.ts';
import { passOnAlerts } from './pass-on-alerts.ts';
import { presentClientSettings } from './present.ts';
import { getPublicFile } from './public-files.ts';
import { getServedUser, listUsersChangedSince, listUsersFor } from './user-lists.ts';

export function clientServicesHandlers(context: Context): Handlers<typeof clientServicesApi> {
  return {
    health: () => checkHealth(context),
    settings: () => presentClientSettings(context),
    metrics: () => readMeasurements(context),
    alert: ({ body, write }) => write((context) => passOnAlerts(context, body.alerts)),
    headersSince({ header, params }) {
      const served = getServedUser(context, header);
      return listUsersChangedSince(context, served, params.date).map((user) => presentHeaderTo(served, user));
    },
    userSearch({ header }) {
      const served = getServedUser(context, header);
      return listUsersFor(context, served).map((user) => presentSearch(served, user));
    },
    publicPage: ({ params }) => getPublicFile(context, '', params.name),
    wellKnown: ({ params }) => getPublicFile(context, '.well-known', params.name),
    clientConfiguration: ({ params }) => getPublicFile(context, 'clients', params.name),
  };
}
