import type { Context } from '#context';
import type { Handlers } from '#contract/endpoint.ts';
import type { recomputingApi } from './api.ts';
import { startRecomputing } from './recompute.ts';

export const recomputingHandlers = (context: Context): Handlers<typeof recomputingApi> => ({
  reload: () => startRecomputing(context),
});
