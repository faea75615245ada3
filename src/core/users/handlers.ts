import type { Handlers } from '#contract/endpoint.ts';
import type { Context } from '#context';
import type { usersApi } from './api.ts';

export function usersHandlers(_context: Context): Handlers<typeof usersApi> {
  return {};
}
