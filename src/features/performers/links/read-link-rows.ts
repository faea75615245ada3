import { shorten } from '#platform/text/lines.ts';
import type { Sheet } from '#platform/workbooks/workbook-task.ts';

/** A row of a workbook that says who performs at an event. */
export interface LinkRow {
  /** The number of the row in the sheet, counted from 1. */
  readonly row: number;
  /** The day of the week, 0 for Sunday. */
  readonly weekday: number;
  /** Minutes since midnight. */
  readonly minutes: number;
  readonly title: string;
  readonly names: readonly string[];
}

/** A row with links, or a sentence about a problem in the workbook. */
export type LinkEntry = LinkRow | { readonly finding: string };

/** The maximum numbers of rows and columns to read. No schedule has more. */
export const maxRows = 5_000;
export const maxColumns = 30;

const sheetName = 'Full Schedule';
/** The names of the columns, and their positions in case the names aren't found (schedule rule 75). */
const columns = { Day: 0, Start: 1, EventName: 6, Featuring: 9 } as const;
type ColumnName = keyof typeof columns;
type ColumnIndexes = Readonly<Record<ColumnName, number>>;

/**
 * Reads the rows with performers, and findings about the workbook. Findings never stop the import (schedule rule 75).
 */
export function readLinkEntries(sheets: readonly Sheet[]): LinkEntry[] {
  const extra = sheets
    .filter(({ name }) => name !== sheetName)
    .map(({ name }) => `The sheet "${shorten(name, maxQuoteLength)}" was ignored.`);
  const sheet = sheets.find(({ name }) => name === sheetName);
  if (!sheet) return toFindingEntries([`The sheet "${sheetName}" is missing.`, ...extra]);
  const [header = [], ...rows] = sheet.rows;
  const { places, findings } = locateColumns(header);
  // The first row after the header is row 2 of the sheet.
  const entries = rows.flatMap((cells, index) => readRow(places, cells, index + 2));
  return [...toFindingEntries([...extra, ...findings]), ...entries];
}

const toFindingEntries = (findings: readonly string[]): LinkEntry[] => findings.map((finding) => ({ finding }));

function locateColumns(header: readonly string[]): { places: ColumnIndexes; findings: string[] } {
  const names = header.map((name) => name.trim().toLowerCase());
  const findings: string[] = [];
  const locate = (name: ColumnName): number => {
    const found = names.indexOf(name.toLowerCase());
    if (found >= 0) return found;
    const letter = String.fromCharCode('A'.charCodeAt(0) + columns[name]);
    findings.push(`Row 1 has no column "${name}": column ${letter} is used instead.`);
    return columns[name];
  };
  const places = {
    Day: locate('Day'),
    Start: locate('Start'),
    EventName: locate('EventName'),
    Featuring: locate('Featuring'),
  };
  return { places, findings };
}

/** Returns nothing for a row without an event or without performers (decision 83). */
function readRow(places: ColumnIndexes, cells: readonly string[], row: number): LinkEntry[] {
  const read = (name: ColumnName) => (cells[places[name]] ?? '').trim();
  const names = read('Featuring')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const title = read('EventName');
  if (title === '' || names.length === 0) return [];
  const weekday = readWeekday(read('Day'));
  if (weekday === undefined)
    return [{ finding: `Row ${row}: "${shorten(read('Day'), maxQuoteLength)}" isn't a day from Sun to Sat.` }];
  const minutes = readTimeOfDay(read('Start'));
  if (minutes === undefined)
    return [
      { finding: `Row ${row}: "${shorten(read('Start'), maxQuoteLength)}" isn't a time such as 8:30pm or All Day.` },
    ];
  return [{ row, weekday, minutes, title, names }];
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function readWeekday(text: string): number | undefined {
  const index = weekdays.indexOf(text.slice(0, 3).toLowerCase());
  return index < 0 ? undefined : index;
}

const timeForm = /^(1[0-2]|0?[1-9]):([0-5]\d)\s*([ap])m$/i;
const minutesPerHour = 60;
/** All-day events are listed at seven. */
const allDayStartMinutes = 7 * minutesPerHour;

function readTimeOfDay(text: string): number | undefined {
  if (/^all day$/i.test(text)) return allDayStartMinutes;
  const [, hour, minute, half] = timeForm.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const afternoon = half?.toLowerCase() === 'p' ? 12 : 0;
  return ((Number(hour) % 12) + afternoon) * minutesPerHour + Number(minute);
}

const maxQuoteLength = 60;
