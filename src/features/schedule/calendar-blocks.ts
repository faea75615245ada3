import { takeExcerpt } from '#platform/import/unreadable-file.ts';
import { type ContentLine, readContentLines, rejectLine } from './calendar-lines.ts';

/** What is read of an event (schedule rule 35). */
const propertyNames = ['UID', 'SUMMARY', 'DESCRIPTION', 'LOCATION', 'CATEGORIES', 'DTSTART', 'DTEND'] as const;
export type PropertyName = (typeof propertyNames)[number];

/** One VEVENT of a calendar: where it begins, and those of its own properties that are read. */
export interface EventBlock {
  readonly line: number;
  /** Of a repeated property the first. */
  readonly properties: ReadonlyMap<PropertyName, ContentLine>;
}

interface OpenBlock {
  readonly name: string;
  readonly line: number;
}

const markerForm = /^(BEGIN|END):(.*)$/i;
const eventDepth = 2;
const maximumDepth = 20;

// Name and parameters up to the colon, bounded: reading parameters takes time that grows with the square of their length.
const propertyForm = /^([A-Za-z0-9-]{1,100})(?:;(?:[^":]|"[^"]{0,300}"){1,300})?:/;

/**
 * The events of a calendar in their order; what is nested in them (alarms) and beside them (time zones) is passed over
 * (schedule rule 34). Throws UnreadableFile when BEGIN and END do not match, so also when the end of the file is missing.
 */
export function* readEventBlocks(text: string): Generator<EventBlock> {
  const open: OpenBlock[] = [];
  let properties = new Map<PropertyName, ContentLine>();
  for (const line of readContentLines(text)) {
    if (line.text.trim() === '') continue;
    const [, marker, name = ''] = markerForm.exec(line.text) ?? [];
    if (marker === undefined) {
      if (open.length === 0)
        throw rejectLine(line.number, `"${takeExcerpt(line.text)}" stands outside BEGIN:VCALENDAR`);
      if (isInsideEvent(open)) addProperty(properties, line);
    } else if (marker.toUpperCase() === 'BEGIN') {
      beginBlock(open, { name: name.trim().toUpperCase(), line: line.number });
      if (isInsideEvent(open)) properties = new Map();
    } else {
      const isEvent = isInsideEvent(open);
      const ended = endBlock(open, { name: name.trim().toUpperCase(), line: line.number });
      if (isEvent) yield { line: ended.line, properties };
    }
  }
  assertEnded(open);
}

const isInsideEvent = (open: readonly OpenBlock[]): boolean =>
  open.length === eventDepth && open.at(-1)?.name === 'VEVENT';

function beginBlock(open: OpenBlock[], block: OpenBlock): void {
  if (open.length === 0 && block.name !== 'VCALENDAR') {
    throw rejectLine(block.line, 'a calendar begins with BEGIN:VCALENDAR');
  }
  if (open.length === maximumDepth) throw rejectLine(block.line, `BEGIN is nested deeper than ${maximumDepth}`);
  open.push(block);
}

function endBlock(open: OpenBlock[], block: OpenBlock): OpenBlock {
  const ended = open.pop();
  if (!ended) throw rejectLine(block.line, `END:${takeExcerpt(block.name)} has no BEGIN`);
  if (ended.name !== block.name) {
    const opened = `BEGIN:${takeExcerpt(ended.name)} of line ${ended.line}`;
    throw rejectLine(block.line, `END:${takeExcerpt(block.name)} does not end the ${opened}`);
  }
  return ended;
}

function assertEnded(open: readonly OpenBlock[]): void {
  const block = open.at(-1);
  if (block) throw rejectLine(block.line, `BEGIN:${takeExcerpt(block.name)} is never ended, the file may be cut off`);
}

function addProperty(properties: Map<PropertyName, ContentLine>, line: ContentLine): void {
  const written = propertyForm.exec(line.text)?.[1]?.toUpperCase();
  if (written === undefined)
    throw rejectLine(line.number, `"${takeExcerpt(line.text)}" is not a property with a value`);
  const name = propertyNames.find((known) => known === written);
  if (name && !properties.has(name)) properties.set(name, line);
}
