import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Endpoint } from '#contract/endpoint.ts';
import { startTestApp } from '../support/app.ts';
import type { Reply } from '../support/client.ts';
import { declaredEndpoints } from '../support/declared.ts';
import { createDeclaredSender } from '../support/declared-sender.ts';
import {
  buildNestedBody,
  type DeclaredLimits,
  getName,
  type LimitedField,
  listLimitedFields,
  listLimitedFieldsOf,
} from '../support/limited-fields.ts';

/**
 * Generated from the declarations: each published limit is enforced exactly. Values just within it aren't rejected
 * because of it, and values just below the minimum are; `too-long.test.ts` sends values just above the maximum.
 */
const app = await startTestApp({ showsBehaviour: false });
const { send } = await createDeclaredSender(app);

const makeItems = (length: number): string[] => Array.from({ length }, () => randomUUID());

/** Returns the smallest and the largest allowed value. */
function listValuesAtLimits({ minLength = 0, maxLength, maxItems, minimum, maximum }: DeclaredLimits): unknown[] {
  if (maxItems !== undefined) return [makeItems(maxItems)];
  if (maxLength !== undefined) return ['x'.repeat(minLength), 'x'.repeat(maxLength)];
  return [minimum, maximum].filter((value) => value !== undefined);
}

/** Returns the value just below the minimum; undefined if there's none. */
function makeTooSmall({ minLength = 0, minimum }: DeclaredLimits): unknown {
  if (minLength > 0) return 'x'.repeat(minLength - 1);
  // A number below the range of 32 bits can't be parsed at all.
  return minimum === undefined || minimum <= -(2 ** 31) ? undefined : minimum - 1;
}

/** Returns the response's error about this field's limit of characters, items or value. */
function findLimitError({ reason, fieldErrors }: Reply<unknown>, place: LimitedField): string | undefined {
  const size = '(?:have (?:at most )?\\d[\\d to]* (?:characters|items)|be (?:at |between |from |\\d))';
  const complaint = new RegExp(`^(?:The|field) [^;]*${getName(place)}[^;]* must (?:be empty or )?${size}`);
  return [fieldErrors?.[place.path.join('.') || 'general'] ?? '', ...reason.split('; ')].find((one) =>
    complaint.test(one),
  );
}

const write = (declaration: Endpoint, { path }: LimitedField, value: unknown): string =>
  declaration.bodyFormat === 'text' ? String(value) : JSON.stringify(buildNestedBody(path, value));

type SendValue = (value: unknown) => Promise<Reply<unknown>>;

async function assertAcceptedAtLimits(place: LimitedField, ask: SendValue): Promise<void> {
  for (const value of listValuesAtLimits(place.promised)) {
    const complaint = findLimitError(await ask(value), place);
    assert.equal(complaint, undefined, `${place.path.join('.')}: ${String(value).slice(0, 80)}`);
  }
}

async function assertTooLittleRejected(declaration: Endpoint, place: LimitedField): Promise<void> {
  const value = makeTooSmall(place.promised);
  if (value === undefined) return;
  const { status, reason } = await send(declaration, {}, { body: write(declaration, place, value) });
  assert.equal(status, 400, place.path.join('.'));
  assert.match(reason, new RegExp(getName(place)), place.path.join('.'));
}

describe('a field of a body at its limit is accepted, and one just below its minimum is 400 under its path', () => {
  for (const { name, declaration } of declaredEndpoints) {
    const places = declaration.body ? listLimitedFields(declaration.body) : [];
    if (places.length === 0) continue;
    test(name, async () => {
      for (const place of places) {
        await assertAcceptedAtLimits(place, (value) =>
          send(declaration, {}, { body: write(declaration, place, value) }),
        );
        await assertTooLittleRejected(declaration, place);
      }
    });
  }
});

describe('a parameter at its limit is accepted', () => {
  for (const { name, declaration } of declaredEndpoints) {
    const [inPath, inQuery] = [listLimitedFieldsOf(declaration.params), listLimitedFieldsOf(declaration.query)];
    if (inPath.length + inQuery.length === 0) continue;
    test(name, async () => {
      for (const place of inPath) {
        const key = String(place.path[0]);
        await assertAcceptedAtLimits(place, (value) => send(declaration, { [key]: String(value) || 'x' }, {}));
      }
      for (const place of inQuery) {
        const key = String(place.path[0]);
        await assertAcceptedAtLimits(place, (value) => send(declaration, {}, { query: { [key]: String(value) } }));
      }
    });
  }
});

test('the document has the default and maximum length of every page', async () => {
  const { body: document } = await app.anonymous.send('GET', '/api/v3/openapi.json');
  const operations = Object.values<Record<string, { parameters: { name: string; schema: object }[] }>>(
    document.paths,
  ).flatMap((entry) => Object.values(entry));
  const limits = operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'limit'));
  assert.ok(limits.length > 20);
  for (const { schema } of limits) assert.match(JSON.stringify(schema), /"minimum":0,"maximum":200/);
  const { parameters } = document.paths['/microkaraoke/{rest}'].get;
  assert.equal(parameters[0].name, 'rest');
});
