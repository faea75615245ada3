import { takeExcerpt, UnreadableFile } from '#platform/import/unreadable-file.ts';

/** One unfolded line of a calendar. */
export interface ContentLine {
  /** The number of its first line in the file, counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** The event properties that are read (schedule rule 35). */
const propertyNames = ['UID', 'SUMMARY', 'DESCRIPTION', 'LOCATION', 'CATEGORIES', 'DTSTART', 'DTEND'] as const;
export type PropertyName = (typeof propertyNames)[number];

/** One VEVENT of a calendar: its first line and the properties that are read. */
export interface EventBlock {
  readonly line: number;
  /** If a property is repeated, the first one counts. */
  readonly properties: ReadonlyMap<PropertyName, ContentLine>;
}

/** Creates the error that rejects a calendar because of one line. */
export const createLineError = (number: number, reason: string): UnreadableFile =>
  new UnreadableFile(`Line ${number} of the calendar: ${reason}.`);

interface OpenBlock {
  readonly name: string;
  readonly line: number;
}

const markerPattern = /^(BEGIN|END):(.*)$/i;
const eventDepth = 2;
const maxDepth = 20;

// Matches name and parameters up to the colon. Bounded, since the time to parse parameters grows with the square of
// their length.
const propertyPattern = /^([A-Za-z0-9-]{1,100})(?:;(?:[^":]|"[^"]{0,300}"){1,300})?:/;

/**
 * Yields the events of a calendar in order. Ignores nested blocks (alarms) and other blocks (time zones) (schedule rule
 * 34). Throws UnreadableFile if BEGIN and END don't match, so a truncated file is rejected too.
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

/** Returns the block that a line begins or ends, or undefined for any other line. */
function readMarker({ number, text }: ContentLine): { begins: boolean; block: OpenBlock } | undefined {
  const [, word, name = ''] = markerPattern.exec(text) ?? [];
  if (word === undefined) return undefined;
  return { begins: word.toUpperCase() === 'BEGIN', block: { name: name.trim().toUpperCase(), line: number } };
}

/** Handles a line without BEGIN or END. It may be a property of the current event. */
function addLine(
  openBlocks: readonly OpenBlock[],
  properties: Map<PropertyName, ContentLine>,
  line: ContentLine,
): void {
  if (line.text.trim() === '') return;
  if (openBlocks.length === 0)
    throw createLineError(line.number, `"${takeExcerpt(line.text)}" is outside BEGIN:VCALENDAR`);
  if (isInsideEvent(openBlocks)) addProperty(properties, line);
}

const isInsideEvent = (openBlocks: readonly OpenBlock[]): boolean =>
  openBlocks.length === eventDepth && openBlocks.at(-1)?.name === 'VEVENT';

function beginBlock(openBlocks: OpenBlock[], block: OpenBlock): void {
  if (openBlocks.length === 0 && block.name !== 'VCALENDAR') {
    throw createLineError(block.line, 'a calendar must start with BEGIN:VCALENDAR');
  }
  if (openBlocks.length === maxDepth) throw createLineError(block.line, `BEGIN is nested deeper than ${maxDepth}`);
  openBlocks.push(block);
}

function endBlock(openBlocks: OpenBlock[], block: OpenBlock): OpenBlock {
  const ended = openBlocks.pop();
  if (!ended) throw createLineError(block.line, `END:${takeExcerpt(block.name)} has no BEGIN`);
  if (ended.name !== block.name) {
    const begin = `BEGIN:${takeExcerpt(ended.name)} of line ${ended.line}`;
    throw createLineError(block.line, `END:${takeExcerpt(block.name)} does not end the ${begin}`);
  }
  return ended;
}

function assertAllEnded(openBlocks: readonly OpenBlock[]): void {
  const block = openBlocks.at(-1);
  if (block)
    throw createLineError(block.line, `BEGIN:${takeExcerpt(block.name)} is never closed; the file may be truncated`);
}

function addProperty(properties: Map<PropertyName, ContentLine>, line: ContentLine): void {
  const writtenName = propertyPattern.exec(line.text)?.[1]?.toUpperCase();
  if (writtenName === undefined)
    throw createLineError(line.number, `"${takeExcerpt(line.text)}" is not a property with a value`);
  const name = propertyNames.find((name) => name === writtenName);
  if (name && !properties.has(name)) properties.set(name, line);
}

const maxLineLength = 1024 * 1024;

/** Unfolds lines: a line that starts with white space continues the previous one (schedule rule 34). */
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
    if (current.text.length > maxLineLength) throw createLineError(current.number, "it's longer than 1 MiB");
  }
  yield current;
}

// Yields one line at a time: an array of ten million lines would need more memory than the file and block other
// requests.
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
