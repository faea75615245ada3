import { area } from '#area/area.ts';
import { consistencyApi } from './api.ts';
import { checkConsistency, consistencyJob, startConsistencyCheck } from './check-consistency.ts';

export const consistency = area({
  name: 'consistency',
  api: consistencyApi,
  handlers: (context) => ({ reload: () => startConsistencyCheck(context) }),
  jobs: (context) => [{ name: consistencyJob, run: (stopping) => checkConsistency(context, stopping) }],
});
