import type { Handlers } from '#contract/endpoint.ts';
import type { Context } from '#context';
import type { shipTimeApi } from './api.ts';

export function shipTimeHandlers(_context: Context): Handlers<typeof shipTimeApi> {
  return {};
}
