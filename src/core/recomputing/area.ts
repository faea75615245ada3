import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { recomputingApi } from './api.ts';
import { recomputingHandlers } from './handlers.ts';
import { recomputeWhenDue, recomputingJob } from './recompute.ts';

/** Often enough that no night is missed. */
const tenMinutes = 10 * 60 * 1000;

export const recomputing = area<Context, typeof recomputingApi>({
  name: 'recomputing',
  api: recomputingApi,
  handlers: recomputingHandlers,
  jobs: (context) => [{ name: recomputingJob, every: tenMinutes, run: () => recomputeWhenDue(context) }],
});
