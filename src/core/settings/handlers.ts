import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { settingsApi } from './api.ts';

export function settingsHandlers(_context: Context): Handlers<typeof settingsApi> {
  return {};
}
