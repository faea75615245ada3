import type { Handlers } from '#contract/endpoint.ts';
import type { Context } from '#context';
import type { profilesApi } from './api.ts';

export function profilesHandlers(_context: Context): Handlers<typeof profilesApi> {
  return {};
}
