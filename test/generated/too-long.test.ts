import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { type Access, includesAccess } from '#contract/access.ts';
import { truncationKey } from '#contract/bounds.ts';
import { type Endpoint, getBodyLimit, listRouteVariants } from '#contract/endpoint.ts';
import { getServerSettings } from '#core/settings/index.ts';
import { startTestApp, type User } from '../support/app.ts';
import type { Reply } from '../support/client.ts';
import { declaredEndpoints, fillPath } from '../support/declared.ts';
import { createDeclaredSender } from '../support/declared-sender.ts';
import {
  buildNestedBody,
  type DeclaredLimits,
  getName,
  type LimitedField,
  listLimitedFields,
  listLimitedFieldsOf,
} from '../support/limited-fields.ts';
import { connectRaw } from '../support/raw.ts';
import { measure } from '../support/stopwatch.ts';

/**
 * Generated from the declarations: all input has a maximum length, and longer input is rejected quickly (decision 51).
 */
const app = await startTestApp({ showsBehaviour: false });
const { allPowerful, chooseClient, send } = await createDeclaredSender(app);

const maxMilliseconds = 100;
const maxAttempts = 3;

/** Runs a call that must finish fast. On a busy machine the fastest of three attempts counts. */
async function runWithinLimit<Result>(call: () => Promise<Result>): Promise<Result> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let attempt = 1; ; attempt += 1) {
    const { result, milliseconds } = await measure(call);
    fastest = Math.min(fastest, milliseconds);
    if (fastest <= maxMilliseconds) return result;
    assert.ok(attempt < maxAttempts, `the fastest of ${maxAttempts} calls took ${Math.round(fastest)} ms`);
  }
}

const tooBigInteger = 2 ** 31;

/** Returns a value with one item or character too many, or a number that is too large by one. */
function makeTooLong({ maxLength, maxItems, maximum }: DeclaredLimits): unknown {
  if (maxItems !== undefined) return Array.from({ length: maxItems + 1 }, () => randomUUID());
  if (maxLength !== undefined) return 'x'.repeat(maxLength + 1);
  return maximum === undefined ? tooBigInteger : maximum + 1;
}

/** A number above 32 bits can't be parsed at all, which is a plain 400 (core rule 19). */
const isUnreadable = (value: unknown): boolean => typeof value === 'number' && value >= tooBigInteger;

function assertFieldRejected(reply: Reply<unknown>, path: LimitedField['path']): void {
  const name = path.join('.') || 'general';
  const message = reply.fieldErrors?.[name];
  assert.ok(message, `${name} is not in ${JSON.stringify(reply.fieldErrors ?? reply.reason)}`);
  assert.match(message, new RegExp(`^The ${getName({ path })} .*\\.$`));
}

async function assertBodyRejected(declaration: Endpoint, { path, promised }: LimitedField): Promise<void> {
  const value = makeTooLong(promised);
  const body = declaration.bodyFormat === 'text' ? String(value) : JSON.stringify(buildNestedBody(path, value));
  const reply = await runWithinLimit(() => send(declaration, {}, { body }));
  if (body.length > getBodyLimit(declaration, getServerSettings(app.context).maxImageSize)) {
    assert.equal(reply.status, 413);
    return;
  }
  assert.equal(reply.status, 400, `${path.join('.')}: ${reply.reason}`);
  // A text that is the whole body has no field name.
  if (!isUnreadable(value) && declaration.bodyFormat !== 'text') assertFieldRejected(reply, path);
}

describe('a field that’s too long is quickly rejected with 400 under its path', () => {
  for (const { name, declaration } of declaredEndpoints) {
    const places = declaration.body ? listLimitedFields(declaration.body) : [];
    if (places.length === 0) continue;
    test(name, async () => {
      for (const place of places) await assertBodyRejected(declaration, place);
    });
  }
});

/** Returns a number with too many digits to parse, or a value like `makeTooLong` with lists joined by commas. */
function makeTooLongParameter({ type, maxItems, ...promised }: DeclaredLimits): string {
  if (maxItems !== undefined) return Array.from({ length: maxItems + 1 }, () => 'x').join(',');
  return type === 'integer' ? '1'.repeat(17) : String(makeTooLong(promised));
}

type SendValue = (value: string) => Promise<Reply<unknown>>;

/** Returns a response's body without the query, which some responses repeat. */
const removeQuery = ({ body }: Reply<unknown>): unknown =>
  typeof body === 'object' && body !== null && 'queryString' in body ? { ...body, queryString: '' } : body;

/** Overlong searches are truncated; other overlong parameters get 400. */
async function assertParameterTruncatedOrRejected(ask: SendValue, { path, promised }: LimitedField): Promise<void> {
  const maxUsed = promised[truncationKey];
  if (maxUsed !== undefined) {
    const reply = await runWithinLimit(() => ask('x'.repeat(maxUsed + 1)));
    assert.notEqual(reply.status, 400, path.join('.'));
    const shorter = await ask('x'.repeat(maxUsed));
    assert.deepEqual([reply.status, removeQuery(reply)], [shorter.status, removeQuery(shorter)]);
    return;
  }
  const reply = await runWithinLimit(() => ask(makeTooLongParameter(promised)));
  assert.equal(reply.status, 400, `${path.join('.')}: ${reply.reason}`);
  assert.match(reply.reason, new RegExp(`^The field ${path.join('.')} .*\\.$`));
}

describe('a path parameter that’s too long is 400; a search is truncated', () => {
  for (const { name, declaration } of declaredEndpoints) {
    const places = listLimitedFieldsOf(declaration.params);
    if (places.length === 0) continue;
    test(name, async () => {
      for (const place of places) {
        const ask: SendValue = (value) => send(declaration, { [String(place.path[0])]: value }, {});
        await assertParameterTruncatedOrRejected(ask, place);
      }
    });
  }
});

describe('a query value that’s too long is 400; a search is truncated', () => {
  for (const { name, declaration } of declaredEndpoints) {
    // Numbers are clamped to the limits of the list.
    const places = listLimitedFieldsOf(declaration.query).filter(({ promised }) => promised.type !== 'integer');
    if (places.length === 0) continue;
    test(name, async () => {
      for (const place of places) {
        const ask: SendValue = (value) => send(declaration, {}, { query: { [String(place.path[0])]: value } });
        await assertParameterTruncatedOrRejected(ask, place);
      }
    });
  }
});

/** Sends a body without waiting for the response; returns the status. */
async function sendRaw(declaration: Endpoint, { token }: User, body: Buffer): Promise<number> {
  const raw = await connectRaw(app.url);
  const path = fillPath(declaration, listRouteVariants(declaration)[0]?.path ?? '');
  const head = `${declaration.method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}`;
  raw.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n`);
  raw.write(body);
  const received = await raw.until('}');
  raw.reset();
  return Number(/^HTTP\/1.1 (\d{3})/.exec(received)?.[1]);
}

describe('half a million ids are quickly rejected', () => {
  const ids = JSON.stringify(Array.from({ length: 490_000 }, () => '00000000-0000-4000-8000-000000000000'));
  const takesLogin = (access: Access) => chooseClient(access) === allPowerful;
  for (const { name, declaration } of declaredEndpoints.filter((one) => takesLogin(one.declaration.access))) {
    const places = declaration.body ? listLimitedFields(declaration.body) : [];
    for (const { path } of places.filter(({ promised }) => promised.maxItems !== undefined)) {
      test(`${name}: ${path.join('.')}`, async () => {
        const body = Buffer.from(JSON.stringify(buildNestedBody(path, '')).replace('""', ids));
        const isTaken = body.length <= getBodyLimit(declaration, getServerSettings(app.context).maxImageSize);
        const status = await runWithinLimit(() => sendRaw(declaration, allPowerful, body));
        assert.equal(status, isTaken ? 400 : 413);
      });
    }
  }
});

test('every call that accepts a body without a login has the smaller body limit', () => {
  for (const { name, declaration } of declaredEndpoints) {
    if (declaration.bodyLimit !== undefined || declaration.pictures !== undefined) continue;
    const isOpen = (['open', 'optional', 'basic'] as const).some((kind) => includesAccess(declaration.access, kind));
    assert.equal(getBodyLimit(declaration, 1), isOpen ? 16_384 : 65_536, name);
  }
});
