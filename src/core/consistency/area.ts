import { area } from '#area/area.ts';
import { consistencyApi } from './api.ts';
import { checkConsistencyWhenDue, consistencyJob } from './check-consistency.ts';
import { consistencyHandlers } from './handlers.ts';

/** Often enough that no night is missed. */
const tenMinutes = 10 * 60 * 1000;

export const consistency = area({
  name: 'consistency',
  api: consistencyApi,
  handlers: consistencyHandlers,
  jobs: (context) => [{ name: consistencyJob, every: tenMinutes, run: () => checkConsistencyWhenDue(context) }],
});
