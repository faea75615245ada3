import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { consistencyApi } from './api.ts';
import { startConsistencyCheck } from './recompute.ts';

export const consistencyHandlers = (context: Context): Handlers<typeof consistencyApi> => ({
  reload: () => startConsistencyCheck(context),
});
