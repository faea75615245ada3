import { area } from '#area/area.ts';
import { neverStopping } from '#platform/time/job-runner.ts';
import { adminApi } from './api.ts';
import { adminHandlers } from './handlers.ts';
import { measureRowCounts, rowCountJobs } from './row-counts.ts';

/** What administrators do, and the counts of rows for the metrics. */
export const admin = area({
  name: 'admin',
  api: adminApi,
  handlers: adminHandlers,
  jobs: rowCountJobs,
  // The first counts do not wait for the first run of the job.
  prepare: async (context) => {
    await measureRowCounts(context, neverStopping);
    return [];
  },
});
