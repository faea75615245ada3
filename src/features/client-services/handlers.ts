import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import { headerOf, presentSearch } from '#core/users/index.ts';
import type { clientServicesApi } from './api.ts';
import { checkHealth } from './health.ts';
import { readMeasurements } from './measurements.ts';
import { personServed } from './on-behalf.ts';
import { passOnAlerts } from './pass-on-alerts.ts';
import { everybodyChangedSince, everybodyFor } from './people-lists.ts';
import { presentClientSettings } from './present.ts';
import { publicFile } from './public-files.ts';

export function clientServicesHandlers(context: Context): Handlers<typeof clientServicesApi> {
  return {
    health: () => checkHealth(context),
    settings: () => presentClientSettings(context),
    metrics: () => readMeasurements(context),
    alert: ({ body, write }) => write(() => passOnAlerts(context, body.alerts)),
    headersSince: ({ header, params }) =>
      everybodyChangedSince(context, personServed(context, header), params.date).map(headerOf),
    userSearch: ({ header }) => everybodyFor(context, personServed(context, header)).map(presentSearch),
    publicPage: ({ params }) => publicFile(context, '', params.name),
    clientConfiguration: ({ params }) => publicFile(context, 'clients', params.name),
  };
}
