import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { reportsApi } from './api.ts';

export function reportsHandlers(_context: Context): Handlers<typeof reportsApi> {
  return {};
}
