import type { Context } from '#area/context.ts';
import { type EndpointResponse, respondWithJson } from '#contract/response.ts';
import { findAllReports, findReportsByState, presentReports } from '#core/reports/index.ts';
import type { ReportModerationData } from '#core/reports/records.ts';
import { toJson } from '#platform/text/json.ts';
import { forEachWhileRunning, neverStopping } from '#platform/time/job-runner.ts';

/**
 * Lists all reports as of one moment, or only open or closed ones, newest first (moderation rule R9). There may be
 * thousands, so it lets other requests run in between.
 */
export async function listReports(
  context: Context,
  isOpen: boolean | undefined,
): Promise<EndpointResponse<ReportModerationData[]>> {
  const rows = isOpen === undefined ? findAllReports(context.db) : findReportsByState(context.db, !isOpen);
  const reports: ReportModerationData[] = [];
  const texts: string[] = [];
  await forEachWhileRunning(neverStopping, rows, (row) => {
    for (const report of presentReports(context, [row])) {
      reports.push(report);
      texts.push(toJson(report));
    }
  });
  return respondWithJson(
    () => `[${texts.join(',')}]`,
    () => reports,
  );
}
