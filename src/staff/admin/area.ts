import { area } from '#area/area.ts';
import { neverStopping } from '#platform/time/job-runner.ts';
import { adminApi } from './api.ts';
import { adminHandlers } from './handlers.ts';
import { measureRowCounts, rowCountJobs } from './row-counts.ts';

/** The administrators' calls, and the row counts for the metrics. */
export const admin = area({
  name: 'admin',
  api: adminApi,
  handlers: adminHandlers,
  jobs: rowCountJobs,
  // Counts without waiting for the first run of the job.
  prepare: async (context) => {
    await measureRowCounts(context, neverStopping);
    return [];
  },
});
