import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import { listItems } from '#contract/bounds.ts';
import { malformed } from '#contract/errors.ts';
import type { Moment } from '#contract/fields.ts';
import { forEachYielding } from '#platform/limits/turns.ts';
import { parseJson } from './json-body.ts';
import { collectIssues, parse, rejectIssues } from './parse-request.ts';

/** Lists of this many bytes or more are read item by item. */
const longList = 64 * 1024;

/** Whether this is a list that would block the event loop if it were read in one go. */
export const isLongList = (schema: v.GenericSchema, body: Buffer): boolean =>
  body.length > longList && listItems(schema) !== undefined;

/**
 * Reads a body that is one long list, item by item, so that others have their turn in between. Throws as `parseJson` and
 * `parse` do.
 */
export async function parseListInTurns(schema: v.GenericSchema, body: Buffer, moment: Moment): Promise<unknown[]> {
  if (!isUtf8(body)) throw malformed('The request body is not valid UTF-8.');
  const texts: Buffer[] = [];
  await forEachYielding(cutList(schema, body), (text) => texts.push(text));
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

/** No reader accepts as many items. */
const maxIssues = 100;

/** The list itself says how many it may have; so few of its items are looked at as in any other body. */
function assertNotTooMany(schema: v.GenericSchema, count: number): void {
  const { maxItems = Number.POSITIVE_INFINITY } = v.getMetadata(schema) as { maxItems?: number };
  if (count > maxItems) parse(schema, Array.from({ length: count }));
}

const [quote, comma, opening, closing] = [0x22, 0x2c, 0x5b, 0x5d];
const [openingBrace, closingBrace, backslash] = [0x7b, 0x7d, 0x5c];

/** The texts of the items of a JSON list; what is wrong inside of them shows when they are read. */
function* cutList(schema: v.GenericSchema, body: Buffer): Generator<Buffer> {
  let at = skipBlanks(body, 0);
  // Says what it should have been.
  if (body[at] !== opening) parse(schema, {});
  at = skipBlanks(body, at + 1);
  if (body[at] === closing) return assertEnd(body, at);
  for (;;) {
    const end = findEndOfItem(body, at);
    if (end === at) throw notJson();
    yield body.subarray(at, end);
    if (body[end] === closing) return assertEnd(body, end);
    at = end + 1;
  }
}

const notJson = () => malformed('The request body is not valid JSON.');

function assertEnd(body: Buffer, at: number): void {
  if (skipBlanks(body, at + 1) < body.length) throw notJson();
}

const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0d, 0x0a]);

function skipBlanks(body: Buffer, from: number): number {
  let at = from;
  while (blanks.has(body[at])) at += 1;
  return at;
}

/** By how much each sign changes the depth. */
const steps = new Map([
  [opening, 1],
  [openingBrace, 1],
  [closing, -1],
  [closingBrace, -1],
]);

/** Returns the index of the comma or bracket that ends the item starting here. */
function findEndOfItem(body: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < body.length; at += 1) {
    const sign = body[at] ?? 0;
    if (depth === 0 && (sign === comma || sign === closing)) return at;
    // Most signs are letters inside of texts.
    if (sign === quote) at = findEndOfText(body, at);
    else depth += steps.get(sign) ?? 0;
  }
  throw notJson();
}

function findEndOfText(body: Buffer, from: number): number {
  for (let at = body.indexOf(quote, from + 1); at >= 0; at = body.indexOf(quote, at + 1)) {
    let backslashes = 0;
    while (body[at - 1 - backslashes] === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  throw notJson();
}
