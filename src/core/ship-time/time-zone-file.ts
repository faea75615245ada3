import { DateTime } from 'luxon';
import { createLineFault, type LineFault, takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';
import { normalizeLines } from '#platform/text/lines.ts';
import { isZoneID } from '#platform/time/zone-id.ts';
import type { TimeZoneChange } from './ship-clock.ts';

/** The table in a file, earliest change first, one per instant, and the skipped lines. */
export interface TimeZoneFile {
  readonly changes: readonly TimeZoneChange[];
  readonly faults: readonly LineFault[];
}

const maxLength = 1024 * 1024;
const startForm = /^\d{8}T\d{6}Z$/;

/**
 * Reads the ship's clock changes: start `yyyyMMddTHHmmssZ`, abbreviation and IANA id, separated by tabs (schedule rule
 * 115). If several lines have the same start, the last one counts. Throws UnreadableFile for an unknown IANA id and if
 * no line is readable.
 */
export function readTimeZoneFile(text: string): TimeZoneFile {
  if (text.length > maxLength) throw new UnreadableFile('The time zone file is longer than 1 MiB.');
  const changes = new Map<number, TimeZoneChange>();
  const faults: LineFault[] = [];
  for (const [index, line] of normalizeLines(text).split('\n').entries()) {
    if (isComment(line)) continue;
    const change = readChange(line, index + 1);
    if (typeof change === 'string') faults.push(createLineFault(index + 1, line, change));
    else changes.set(change.activeAt.getTime(), change);
  }
  if (changes.size === 0) throw new UnreadableFile(explainEmptyFile(faults));
  const ascending = [...changes.values()].sort((a, b) => a.activeAt.getTime() - b.activeAt.getTime());
  return { changes: ascending, faults };
}

const isComment = (line: string): boolean => /^(?:$|#|\/\/)/.test(line.trim());

/** Returns the change, or why the line is invalid. */
function readChange(line: string, number: number): TimeZoneChange | string {
  const [start = '', abbreviation = '', zoneID = ''] = line.split('\t').map((field) => field.trim());
  if (!start || !abbreviation || !zoneID)
    return 'a line needs three fields separated by tabs: start, abbreviation, zone';
  const activeAt = readStart(start);
  if (!activeAt) return `the start is not a time of the form 20250302T050000Z`;
  if (!isZoneID(zoneID)) {
    throw new UnreadableFile(
      `Line ${number} of the time zone file: "${takeExcerpt(zoneID)}" is not an IANA time zone such as America/New_York.`,
    );
  }
  return { activeAt, abbreviation, zoneID };
}

function readStart(text: string): Date | undefined {
  const start = startForm.test(text) ? DateTime.fromISO(text, { zone: 'utc' }) : undefined;
  return start?.isValid ? start.toJSDate() : undefined;
}

function explainEmptyFile([fault]: readonly LineFault[]): string {
  const cause = fault ? ` Line ${fault.line}: ${fault.reason}.` : '';
  return `The time zone file contains no clock changes.${cause}`;
}
