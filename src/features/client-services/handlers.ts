import type { Context, Handlers } from '#area/context.ts';
import { readInstallation } from '#core/settings/index.ts';
import { presentHeader, presentSearch } from '#core/users/index.ts';
import type { clientServicesApi } from './api.ts';
import { readMeasurements } from './measurements.ts';
import { passOnAlerts } from './pass-on-alerts.ts';
import { presentClientSettings } from './present.ts';
import { getPublicFile } from './public-files.ts';
import type { HealthResponse } from './records.ts';
import { getServedUser, listUsersChangedSince, listUsersFor } from './user-lists.ts';

/** Reads the database; when that fails, so does the call (core rule 106). */
function checkHealth({ db }: Context): HealthResponse {
  try {
    readInstallation(db, 'installationID');
  } catch (cause) {
    throw new Error('the database does not answer', { cause });
  }
  return { status: 200, reason: 'OK', error: false };
}

export function clientServicesHandlers(context: Context): Handlers<typeof clientServicesApi> {
  return {
    health: () => checkHealth(context),
    settings: () => presentClientSettings(context),
    metrics: () => readMeasurements(context),
    alert: ({ body, write }) => write((context) => passOnAlerts(context, body.alerts)),
    headersSince: ({ header, params }) =>
      listUsersChangedSince(context, getServedUser(context, header), params.date).map(presentHeader),
    userSearch: ({ header }) => listUsersFor(context, getServedUser(context, header)).map(presentSearch),
    publicPage: ({ params }) => getPublicFile(context, '', params.name),
    clientConfiguration: ({ params }) => getPublicFile(context, 'clients', params.name),
  };
}
