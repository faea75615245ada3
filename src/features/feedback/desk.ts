import { setImmediate } from 'node:timers/promises';
import type { Context, WriteContext } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { cacheJson } from '#platform/text/json.ts';
import { presentReportsForDesk } from './present.ts';
import type { EventFeedbackReport, EventFeedbackStats } from './records.ts';
import { listHostedEvents } from './select-events.ts';
import { countReports, findReports, listReportIDs, saveMark } from './store.ts';
import type { FeedbackRow } from './tables.ts';

/** Presenting a batch takes a few milliseconds. */
const reportsPerBatch = 25;

/**
 * Returns all reports, last changed first (schedule rule 87). Yields to other requests, since there may be thousands.
 */
export async function listReports(context: Context): Promise<EventFeedbackReport[]> {
  const ids = listReportIDs(context.db);
  const reports: EventFeedbackReport[] = [];
  for (let start = 0; start < ids.length; start += reportsPerBatch) {
    const rows = findReports(context.db, ids.slice(start, start + reportsPerBatch));
    // Serialized here in batches, not in one go at the end.
    reports.push(...presentReportsForDesk(context, rows).map((report) => cacheJson(report)));
    await setImmediate();
  }
  return reports;
}

function getReport(context: Context, reportID: string): FeedbackRow {
  const [row] = findReports(context.db, [reportID]);
  if (!row) throw notFound('report');
  return row;
}

/** Returns one report. Throws 404. */
export function readReport(context: Context, reportID: string): EventFeedbackReport {
  const [report] = presentReportsForDesk(context, [getReport(context, reportID)]);
  if (!report) throw new Error(`report ${reportID} cannot be presented`);
  return report;
}

/** Marks a report as needing action, or removes the mark. Returns whether that changed it (schedule rule 88). */
export function setReportActionable(context: WriteContext, reportID: string, isActionable: boolean): boolean {
  if (getReport(context, reportID).isActionable === isActionable) return false;
  saveMark(context.db, reportID, isActionable);
  return true;
}

/**
 * Returns the rooms in which hosts hold events, each once. Text after a comma or parenthesis is ignored, since it's
 * directions (schedule rule 89).
 */
export function listHostedRooms(context: Context): string[] {
  const rooms = listHostedEvents(context).map(({ row }) => (row.location.split(/[,(]/, 1)[0] ?? '').trim());
  return [...new Set(rooms)].filter((room) => room !== '').sort();
}

/** Returns counts of feedback (schedule rule 90). Uses the ship's clock to tell which events are over. */
export function countFeedback(context: Context): EventFeedbackStats {
  const events = listHostedEvents(context);
  const now = getShipClock(context).toPort(context.clock.now());
  const { reports, events: eventsReportedOn } = countReports(context.db);
  return {
    totalShadowEvents: events.length,
    completedShadowEvents: events.filter(({ row }) => row.endTime < now).length,
    totalFeedbackReports: reports,
    uniqueEventsWithFeedback: eventsReportedOn,
  };
}
