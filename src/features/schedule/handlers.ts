import type { Handlers } from '#contract/endpoint.ts';
import type { Context } from '#context';
import type { scheduleApi } from './api.ts';

export function scheduleHandlers(_context: Context): Handlers<typeof scheduleApi> {
  return {};
}
