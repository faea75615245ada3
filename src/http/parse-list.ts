import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import { listItems } from '#contract/bounds.ts';
import { malformed } from '#contract/errors.ts';
import type { CheckContext } from '#contract/fields.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import { parseJson } from './json-body.ts';
import { collectIssues, parse, rejectIssues } from './parse-request.ts';

/** Lists of this size or more are parsed item by item. */
const longList = 64 * 1024;

/** Whether this is a list that would block the event loop if it were parsed at once. */
export const isLongList = (schema: v.GenericSchema, body: Buffer): boolean =>
  body.length > longList && listItems(schema) !== undefined;

/**
 * Parses a body that is one long list, item by item, yielding to other work in between. Throws like `parseJson` and
 * `parse`.
 */
export async function parseListYielding(
  schema: v.GenericSchema,
  body: Buffer,
  moment: CheckContext,
): Promise<unknown[]> {
  if (!isUtf8(body)) throw malformed('The request body is not valid UTF-8.', 'unreadableBody');
  const texts: Buffer[] = [];
  await forEachYielding(splitList(schema, body), (text) => texts.push(text));
  assertNotTooMany(schema, texts.length);
  const item = listItems(schema) ?? v.unknown();
  const values: unknown[] = [];
  const issues: v.BaseIssue<unknown>[] = [];
  await forEachYielding(texts.entries(), ([index, text]) => {
    const found = collectIssues(item, parseJson(text), index, moment);
    for (const issue of found.issues ?? []) if (issues.length < maxIssues) issues.push(issue);
    values.push(found.value);
  });
  rejectIssues(issues);
  return values;
}

/** No client reads more errors than this. */
const maxIssues = 100;

/** The schema itself reports that there are too many items; they are not parsed for it. */
function assertNotTooMany(schema: v.GenericSchema, count: number): void {
  const { maxItems = Number.POSITIVE_INFINITY } = v.getMetadata(schema) as { maxItems?: number };
  if (count > maxItems) parse(schema, Array.from({ length: count }));
}

const [quoteByte, commaByte, openingBracketByte, closingBracketByte] = [0x22, 0x2c, 0x5b, 0x5d];
const [openingBrace, closingBrace, backslash] = [0x7b, 0x7d, 0x5c];

/** Cuts a JSON list into the texts of its items. Errors inside an item show when it's parsed. */
function* splitList(schema: v.GenericSchema, body: Buffer): Generator<Buffer> {
  let at = skipWhitespace(body, 0);
  // Throws the error that names the expected type.
  if (body[at] !== openingBracketByte) parse(schema, {});
  at = skipWhitespace(body, at + 1);
  if (body[at] === closingBracketByte) return assertEnd(body, at);
  for (;;) {
    const end = findEndOfItem(body, at);
    if (end === at) throw invalidJsonError();
    yield body.subarray(at, end);
    if (body[end] === closingBracketByte) return assertEnd(body, end);
    at = end + 1;
  }
}

const invalidJsonError = () => malformed('The request body is not valid JSON.', 'unreadableBody');

function assertEnd(body: Buffer, at: number): void {
  if (skipWhitespace(body, at + 1) < body.length) throw invalidJsonError();
}

const whitespaceBytes: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0d, 0x0a]);

function skipWhitespace(body: Buffer, from: number): number {
  let at = from;
  while (whitespaceBytes.has(body[at])) at += 1;
  return at;
}

/** How each structural character changes the depth. */
const depthChanges = new Map([
  [openingBracketByte, 1],
  [openingBrace, 1],
  [closingBracketByte, -1],
  [closingBrace, -1],
]);

/** Returns the index of the comma or bracket that ends the item starting here. */
function findEndOfItem(body: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < body.length; at += 1) {
    const sign = body[at] ?? 0;
    if (depth === 0 && (sign === commaByte || sign === closingBracketByte)) return at;
    // Most characters are inside strings.
    if (sign === quoteByte) at = findEndOfText(body, at);
    else depth += depthChanges.get(sign) ?? 0;
  }
  throw invalidJsonError();
}

function findEndOfText(body: Buffer, from: number): number {
  for (let at = body.indexOf(quoteByte, from + 1); at >= 0; at = body.indexOf(quoteByte, at + 1)) {
    let backslashes = 0;
    while (body[at - 1 - backslashes] === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  throw invalidJsonError();
}
