import { DateTime } from 'luxon';
import type { Context } from '#area/context.ts';
import type { Caller } from '#contract/access.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { clampPage } from '#contract/query.ts';
import type { Content } from '#contract/response.ts';
import { getServerSettings } from '#core/settings/index.ts';
import type { UserHeader } from '#core/users/records.ts';
import type { scheduleApi } from '../api.ts';
import { getCurrentSchedule, type LiveEvent } from '../events/current-schedule.ts';
import { createDayFilter } from '../events/filters.ts';
import { defaultReportPage, type ShutternautScheduleReport, type ShutternautScheduleReportData } from '../records.ts';
import { type PhotographersByEvent, presentPhotographers, readPhotographersByEvent } from './photographers.ts';

type ReportQuery = QueryOf<typeof scheduleApi.photographerReport>;

/** Returns events that need or have a photographer (schedule rule 29). */
function listReportedEvents(context: Context, query: ReportQuery, coverage: PhotographersByEvent): LiveEvent[] {
  const day = createDayFilter(context, { cruiseday: query.cruiseday });
  return getCurrentSchedule(context).events.filter(
    ({ row }) => (row.needsPhotographer || coverage.has(row.id)) && (day?.matches(row) ?? true),
  );
}

/** Returns one page of the report (schedule rules 29 and 30). */
export function buildPhotographerReport(
  context: Context,
  caller: Caller,
  query: ReportQuery,
): ShutternautScheduleReport {
  const { start, limit } = clampPage(query, {
    default: defaultReportPage,
    max: getServerSettings(context).maximumMicroblogPosts,
  });
  const coverage = readPhotographersByEvent(context);
  const events = listReportedEvents(context, query, coverage);
  const items = events
    .slice(start, start + limit)
    .map((event) => presentReported(event, presentPhotographers(context, caller, coverage, event.row.id)));
  return { items, paginator: { total: events.length, start, limit } };
}

function presentReported(
  { row, startTime, endTime, zone }: LiveEvent,
  photographers: UserHeader[],
): ShutternautScheduleReportData {
  return {
    eventID: row.id,
    title: row.title,
    startTime,
    endTime,
    timeZone: zone.abbreviation,
    location: row.location,
    needsPhotographer: row.needsPhotographer,
    photographers,
  };
}

/** Returns the whole report as CSV (schedule rules 31 and 32). */
export function buildPhotographerCsv(context: Context, caller: Caller, query: ReportQuery): Content {
  const coverage = readPhotographersByEvent(context);
  const rows = listReportedEvents(context, query, coverage).map((event) => {
    const photographers = presentPhotographers(context, caller, coverage, event.row.id);
    return [
      formatTime(event, event.startTime),
      formatTime(event, event.endTime),
      event.zone.abbreviation,
      event.row.title,
      event.row.location,
      photographers.map(({ username }) => username).join('; '),
      String(event.row.needsPhotographer),
    ];
  });
  return {
    mediaType: 'text/csv; charset=UTF-8',
    // Spreadsheet programs only read a file as UTF-8 if it starts with this byte order mark.
    body: Buffer.from(`\uFEFF${[header, ...rows].map(formatCsvLine).join('')}`),
    attachment: 'shutternaut_schedule_report.csv',
  };
}

const header = ['Start Time', 'End Time', 'Time Zone', 'Title', 'Location', 'Photographers', 'Needs Photographed'];

const formatCsvLine = (fields: readonly string[]): string => `${fields.map(formatCsvCell).join(',')}\n`;

/** Spreadsheet programs would run some texts as formulas (decision 80). */
function formatCsvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

const formatTime = ({ zone }: LiveEvent, instant: Date): string =>
  DateTime.fromJSDate(instant, { zone: zone.id }).toFormat('MMM d, h:mm a', { locale: 'en-US' });
