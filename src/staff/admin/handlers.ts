import type { Handlers } from '#contract/endpoint.ts';
import type { Context } from '#context';
import type { adminApi } from './api.ts';

export function adminHandlers(_context: Context): Handlers<typeof adminApi> {
  return {};
}
