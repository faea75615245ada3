import { area } from '#area/area.ts';
import { adminApi } from './api/index.ts';
import { adminHandlers } from './handlers.ts';
import { adminJobs, measureRowCounts } from './jobs.ts';

export const admin = area({
  name: 'admin',
  api: adminApi,
  handlers: adminHandlers,
  jobs: adminJobs,
  // The first counts do not wait for the first run of the job.
  prepare: async (context) => {
    measureRowCounts(context);
    return [];
  },
});
