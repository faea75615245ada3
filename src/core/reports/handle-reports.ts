import { randomUUID } from 'node:crypto';
import type { WriteContext } from '#area/context.ts';
import type { ReportTarget } from '#area/moderated.ts';
import type { Caller } from '#contract/access.ts';
import { notFound } from '#contract/errors.ts';
import { findReport, updateOpenReports } from './store.ts';

/** Returns the content that the report is about. Throws not-found. */
function getTarget({ db }: WriteContext, reportID: string): ReportTarget {
  const report = findReport(db, reportID);
  if (!report) throw notFound('report');
  return { type: report.type, id: report.contentID };
}

/**
 * Assigns all open reports on the same content to the moderator, replacing any other. Their further actions on that
 * content are recorded as one group (moderation rule R10). Throws not-found for an unknown report.
 */
export function handleReports(context: WriteContext, moderator: Caller, reportID: string): void {
  updateOpenReports(context.db, getTarget(context, reportID), {
    handledByID: moderator.userID,
    handlingGroup: randomUUID(),
    updatedAt: context.clock.now(),
  });
}

/**
 * Closes all open reports on the same content permanently (moderation rule R11). Throws not-found for an unknown
 * report.
 */
export function closeReports(context: WriteContext, reportID: string): void {
  updateOpenReports(context.db, getTarget(context, reportID), { isClosed: true, updatedAt: context.clock.now() });
}
