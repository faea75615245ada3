import { area } from '#area/area.ts';
import { countRows } from '#area/row-counts.ts';
import { moderatorActions, reports as reportsTable } from './tables.ts';
import { verifyReports } from './verify.ts';

/** Has no endpoint of its own: other areas use it. */
export const reports = area({
  name: 'reports',
  api: {},
  handlers: () => ({}),
  verify: verifyReports,
  rowCounts: { report: countRows(reportsTable), moderationAction: countRows(moderatorActions) },
});
