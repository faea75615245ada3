import type { Handlers } from '#contract/endpoint.ts';
import type { Context } from '#context';
import type { imagesApi } from './api.ts';

export function imagesHandlers(_context: Context): Handlers<typeof imagesApi> {
  return {};
}
