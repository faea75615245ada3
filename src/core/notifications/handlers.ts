import type { Context, Handlers } from '#area/context.ts';
import type { notificationsApi } from './api.ts';
import { getSummary } from './summary.ts';

export function notificationsHandlers(context: Context): Handlers<typeof notificationsApi> {
  return {
    summary: ({ caller }) => getSummary(context, caller),
  };
}
