import { setImmediate } from 'node:timers/promises';
import type { Context, WriteContext } from '#area/context.ts';
import { notFound } from '#contract/errors.ts';
import { getShipClock } from '#core/ship-time/index.ts';
import { cacheJson } from '#platform/text/json.ts';
import { presentForDesk } from './present.ts';
import type { EventFeedbackReport, EventFeedbackStats } from './records.ts';
import { listHostedEvents } from './select-events.ts';
import { countReports, findReports, listReportIDs, saveMark } from './store.ts';
import type { FeedbackRow } from './tables.ts';

/** Presenting so many takes a few milliseconds. */
const reportsPerTurn = 25;

/** All reports, the last changed first (schedule rule 87). There may be thousands, so others have their turn in between. */
export async function listReports(context: Context): Promise<EventFeedbackReport[]> {
  const ids = listReportIDs(context.db);
  const reports: EventFeedbackReport[] = [];
  for (let start = 0; start < ids.length; start += reportsPerTurn) {
    const rows = findReports(context.db, ids.slice(start, start + reportsPerTurn));
    // Written here, turn by turn, and not all at once at the end.
    reports.push(...presentForDesk(context, rows).map((report) => cacheJson(report)));
    await setImmediate();
  }
  return reports;
}

function getReport(context: Context, reportID: string): FeedbackRow {
  const [row] = findReports(context.db, [reportID]);
  if (!row) throw notFound('report');
  return row;
}

/** One report. Throws 404. */
export function readReport(context: Context, reportID: string): EventFeedbackReport {
  const [report] = presentForDesk(context, [getReport(context, reportID)]);
  if (!report) throw new Error(`report ${reportID} cannot be presented`);
  return report;
}

/** Marks a report as something to be done, or takes the mark away; returns whether that changed it (schedule rule 88). */
export function markReport(context: WriteContext, reportID: string, isActionable: boolean): boolean {
  if (getReport(context, reportID).isActionable === isActionable) return false;
  saveMark(context.db, reportID, isActionable);
  return true;
}

/** Rooms in which hosts gather people, each once: what comes after a comma or parenthesis is the way there (schedule rule 89). */
export function listRooms(context: Context): string[] {
  const rooms = listHostedEvents(context).map(({ row }) => (row.location.split(/[,(]/, 1)[0] ?? '').trim());
  return [...new Set(rooms)].filter((room) => room !== '').sort();
}

/** How much feedback there is (schedule rule 90); what is over goes by the clock on board. */
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
