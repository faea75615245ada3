import { area } from '#area/area.ts';
import { consistencyApi } from './api.ts';
import { checkConsistencyWhenDue, consistencyJob, startConsistencyCheck } from './check-consistency.ts';

/** Often enough that no night is missed. */
const tenMinutes = 10 * 60 * 1000;

export const consistency = area({
  name: 'consistency',
  api: consistencyApi,
  handlers: (context) => ({ reload: () => startConsistencyCheck(context) }),
  jobs: (context) => [
    { name: consistencyJob, every: tenMinutes, run: (stopping) => checkConsistencyWhenDue(context, stopping) },
  ],
});
