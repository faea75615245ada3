import type { Context, Handlers } from '#area/context.ts';
import { presentHeaderTo, presentSearch } from '#core/users/index.ts';
import type { clientServicesApi } from './api.ts';
import { checkHealth } from './check-health.ts';
import { forwardAlerts } from './forward-alerts.ts';
import { readMeasurements } from './measurements.ts';
import { presentClientSettings } from './present.ts';
import { getPublicFile } from './public-files.ts';
import { getRepresentedUser, listUsersChangedSince, listUsersVisibleTo } from './user-lists.ts';

export function clientServicesHandlers(context: Context): Handlers<typeof clientServicesApi> {
  return {
    health: () => checkHealth(context),
    settings: () => presentClientSettings(context),
    metrics: () => readMeasurements(context),
    alert: ({ body, write }) => write((context) => forwardAlerts(context, body.alerts)),
    headersSince({ header, params }) {
      const served = getRepresentedUser(context, header);
      return listUsersChangedSince(context, served, params.date).map((user) => presentHeaderTo(served, user));
    },
    userSearch({ header }) {
      const served = getRepresentedUser(context, header);
      return listUsersVisibleTo(context, served).map((user) => presentSearch(served, user));
    },
    publicPage: ({ params }) => getPublicFile(context, '', params.name),
    wellKnown: ({ params }) => getPublicFile(context, '.well-known', params.name),
    clientConfiguration: ({ params }) => getPublicFile(context, 'clients', params.name),
  };
}
