import { takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';

/** One line of a calendar after unfolding. */
export interface ContentLine {
  /** Where it begins in the file, counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** The properties that are read of an event (schedule rule 35). */
const propertyNames = ['UID', 'SUMMARY', 'DESCRIPTION', 'LOCATION', 'CATEGORIES', 'DTSTART', 'DTEND'] as const;
export type PropertyName = (typeof propertyNames)[number];

/** One VEVENT of a calendar: where it begins, and those of its own properties that are read. */
export interface EventBlock {
  readonly line: number;
  /** Of a repeated property the first. */
  readonly properties: ReadonlyMap<PropertyName, ContentLine>;
}

/** Makes the error that rejects a calendar because of one line. */
export const rejectLine = (number: number, reason: string): UnreadableFile =>
  new UnreadableFile(`Line ${number} of the calendar: ${reason}.`);

interface OpenBlock {
  readonly name: string;
  readonly line: number;
}

const markerForm = /^(BEGIN|END):(.*)$/i;
const eventDepth = 2;
const maxDepth = 20;

// Name and parameters up to the colon, bounded: reading parameters takes time that grows with the square of their length.
const propertyForm = /^([A-Za-z0-9-]{1,100})(?:;(?:[^":]|"[^"]{0,300}"){1,300})?:/;

/**
 * The events of a calendar in their order; what is nested in them (alarms) and next to them (time zones) is ignored
 * (schedule rule 34). Throws UnreadableFile when BEGIN and END do not match, so also when the end of the file is missing.
 */
export function* readEventBlocks(text: string): Generator<EventBlock> {
  const openBlocks: OpenBlock[] = [];
  let properties = new Map<PropertyName, ContentLine>();
  for (const line of readContentLines(text)) {
    const marker = readMarker(line);
    if (!marker) addLine(openBlocks, properties, line);
    else if (marker.begins) {
      beginBlock(openBlocks, marker.block);
      if (isInsideEvent(openBlocks)) properties = new Map();
    } else {
      const isEvent = isInsideEvent(openBlocks);
      const ended = endBlock(openBlocks, marker.block);
      if (isEvent) yield { line: ended.line, properties };
    }
  }
  assertAllEnded(openBlocks);
}

/** The block that a line begins or ends; undefined for any other line. */
function readMarker({ number, text }: ContentLine): { begins: boolean; block: OpenBlock } | undefined {
  const [, word, name = ''] = markerForm.exec(text) ?? [];
  if (word === undefined) return undefined;
  return { begins: word.toUpperCase() === 'BEGIN', block: { name: name.trim().toUpperCase(), line: number } };
}

/** A line that begins and ends nothing: perhaps a property of the event it is in. */
function addLine(
  openBlocks: readonly OpenBlock[],
  properties: Map<PropertyName, ContentLine>,
  line: ContentLine,
): void {
  if (line.text.trim() === '') return;
  if (openBlocks.length === 0)
    throw rejectLine(line.number, `"${takeExcerpt(line.text)}" stands outside BEGIN:VCALENDAR`);
  if (isInsideEvent(openBlocks)) addProperty(properties, line);
}

const isInsideEvent = (openBlocks: readonly OpenBlock[]): boolean =>
  openBlocks.length === eventDepth && openBlocks.at(-1)?.name === 'VEVENT';

function beginBlock(openBlocks: OpenBlock[], block: OpenBlock): void {
  if (openBlocks.length === 0 && block.name !== 'VCALENDAR') {
    throw rejectLine(block.line, 'a calendar begins with BEGIN:VCALENDAR');
  }
  if (openBlocks.length === maxDepth) throw rejectLine(block.line, `BEGIN is nested deeper than ${maxDepth}`);
  openBlocks.push(block);
}

function endBlock(openBlocks: OpenBlock[], block: OpenBlock): OpenBlock {
  const ended = openBlocks.pop();
  if (!ended) throw rejectLine(block.line, `END:${takeExcerpt(block.name)} has no BEGIN`);
  if (ended.name !== block.name) {
    const begin = `BEGIN:${takeExcerpt(ended.name)} of line ${ended.line}`;
    throw rejectLine(block.line, `END:${takeExcerpt(block.name)} does not end the ${begin}`);
  }
  return ended;
}

function assertAllEnded(openBlocks: readonly OpenBlock[]): void {
  const block = openBlocks.at(-1);
  if (block) throw rejectLine(block.line, `BEGIN:${takeExcerpt(block.name)} is never ended, the file may be cut off`);
}

function addProperty(properties: Map<PropertyName, ContentLine>, line: ContentLine): void {
  const writtenName = propertyForm.exec(line.text)?.[1]?.toUpperCase();
  if (writtenName === undefined)
    throw rejectLine(line.number, `"${takeExcerpt(line.text)}" is not a property with a value`);
  const name = propertyNames.find((name) => name === writtenName);
  if (name && !properties.has(name)) properties.set(name, line);
}

const maxLineLength = 1024 * 1024;

/** Unfolds lines: one that begins with white space continues the one before (schedule rule 34). */
function* readContentLines(text: string): Generator<ContentLine> {
  let number = 0;
  let current = { number: 1, text: '' };
  for (const line of splitLines(text)) {
    number += 1;
    if (/^[ \t]/.test(line)) {
      current.text += line.slice(1);
    } else {
      yield current;
      current = { number, text: line };
    }
    if (current.text.length > maxLineLength) throw rejectLine(current.number, 'it is longer than 1 MiB');
  }
  yield current;
}

// Line by line: a list of ten million lines would need more memory than the file, and be made in one go.
function* splitLines(text: string): Generator<string> {
  let begin = 0;
  while (begin <= text.length) {
    const lineEnd = text.indexOf('\n', begin);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(begin, text[end - 1] === '\r' && lineEnd >= 0 ? end - 1 : end);
    if (line.includes('\r')) yield* line.split('\r');
    else yield line;
    begin = end + 1;
  }
}
