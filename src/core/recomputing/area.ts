import type { Context } from '#context';
import { area } from '#contract/area.ts';
import { consistencyApi } from './api.ts';
import { consistencyHandlers } from './handlers.ts';
import { checkConsistencyWhenDue, consistencyJob } from './recompute.ts';

/** Often enough that no night is missed. */
const tenMinutes = 10 * 60 * 1000;

export const consistency = area<Context, typeof consistencyApi>({
  name: 'recomputing',
  api: consistencyApi,
  handlers: consistencyHandlers,
  jobs: (context) => [{ name: consistencyJob, every: tenMinutes, run: () => checkConsistencyWhenDue(context) }],
});
