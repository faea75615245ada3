import { DateTime } from 'luxon';
import type { Context } from '#context';
import type { Caller } from '#contract/access.ts';
import type { Content } from '#contract/endpoint.ts';
import { page } from '#contract/query.ts';
import { serverSettings } from '#core/settings/index.ts';
import { currentSchedule, type LiveEvent } from './current-schedule.ts';
import { dayFilter } from './filters.ts';
import { type Coverage, photographerHeaders, readCoverage } from './photographers.ts';
import { presentCoverage } from './present.ts';
import { type ShutternautScheduleReport, usualReportPage } from './records.ts';

interface ReportQuery {
  readonly cruiseday?: number;
  readonly start?: number;
  readonly limit?: number;
}

/** Events that need a photographer or have one (schedule rules 29 and 30). */
function eventsToReport(context: Context, query: ReportQuery, coverage: Coverage): LiveEvent[] {
  const day = dayFilter(context, { cruiseday: query.cruiseday });
  return currentSchedule(context).events.filter(
    ({ row }) => (row.needsPhotographer || coverage.has(row.id)) && (day?.keeps(row) ?? true),
  );
}

export function photographerReport(context: Context, caller: Caller, query: ReportQuery): ShutternautScheduleReport {
  const { start, limit } = page(query, { usual: usualReportPage, most: serverSettings(context).maximumMicroblogPosts });
  const coverage = readCoverage(context);
  const events = eventsToReport(context, query, coverage);
  const items = events
    .slice(start, start + limit)
    .map((event) => presentCoverage(event, photographerHeaders(context, caller, coverage, event.row.id)));
  return { items, paginator: { total: events.length, start, limit } };
}

/** The whole report as a table for spreadsheet programs (schedule rules 31 and 32). */
export function photographerTable(context: Context, caller: Caller, query: ReportQuery): Content {
  const coverage = readCoverage(context);
  const rows = eventsToReport(context, query, coverage).map((event) => {
    const photographers = photographerHeaders(context, caller, coverage, event.row.id);
    return [
      timeText(event, event.startTime),
      timeText(event, event.endTime),
      event.zone.abbreviation,
      event.row.title,
      event.row.location,
      photographers.map(({ username }) => username).join('; '),
      String(event.row.needsPhotographer),
    ];
  });
  return {
    mediaType: 'text/csv; charset=UTF-8',
    // Spreadsheet programs take a file for UTF-8 only when it begins with this mark.
    body: Buffer.from(`\uFEFF${[header, ...rows].map(tableLine).join('')}`),
    attachment: 'shutternaut_schedule_report.csv',
  };
}

const header = ['Start Time', 'End Time', 'Time Zone', 'Title', 'Location', 'Photographers', 'Needs Photographed'];

const tableLine = (fields: readonly string[]): string =>
  `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\n`;

const timeText = ({ zone }: LiveEvent, instant: Date): string =>
  DateTime.fromJSDate(instant, { zone: zone.id }).toFormat('MMM d, h:mm a', { locale: 'en-US' });
