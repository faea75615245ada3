import type { Handlers } from '#contract/endpoint.ts';
import type { Context } from '#context';
import type { clientServicesApi } from './api.ts';

export function clientServicesHandlers(_context: Context): Handlers<typeof clientServicesApi> {
  return {};
}
