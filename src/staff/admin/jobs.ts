import type { Context } from '#area/context.ts';
import type { Job } from '#platform/job-runner.ts';
import { countRows } from './row-counts.ts';

const minute = 60_000;

/** Puts the counts where the metrics call finds them (admin rule J4). */
export function measureRowCounts({ db, metrics }: Context): void {
  for (const [kind, rows] of Object.entries(countRows(db))) metrics.setTableCount(kind, rows);
}

export const adminJobs = (context: Context): readonly Job[] => [
  { name: 'count-rows', every: 10 * minute, run: () => measureRowCounts(context) },
];
