import type { Context, Handlers } from '#area/context.ts';
import type { consistencyApi } from './api.ts';
import { startConsistencyCheck } from './check-consistency.ts';

export const consistencyHandlers = (context: Context): Handlers<typeof consistencyApi> => ({
  reload: () => startConsistencyCheck(context),
});
