import type { Handlers } from '#contract/endpoint.ts';
import type { Context } from '#context';
import type { moderationApi } from './api.ts';

export function moderationHandlers(_context: Context): Handlers<typeof moderationApi> {
  return {};
}
