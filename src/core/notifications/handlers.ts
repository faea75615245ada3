import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { notificationsApi } from './api.ts';
import { getSummary } from './summary.ts';

export function notificationsHandlers(context: Context): Handlers<typeof notificationsApi> {
  return {
    summary: ({ caller }) => getSummary(context, caller),
  };
}
