import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { truncationKey } from '#contract/bounds.ts';
import { type Endpoint, listRouteVariants } from '#contract/endpoint.ts';
import { startTestApp } from '../support/app.ts';
import type { Reply } from '../support/client.ts';
import { declaredEndpoints } from '../support/declared.ts';
import { createDeclaredSender } from '../support/declared-sender.ts';
import { type LimitedField, listLimitedFields, listLimitedFieldsOf } from '../support/limited-fields.ts';
import { createSample, replaceField } from '../support/sample-body.ts';
import { hostileTexts } from './hostile-texts.ts';

/** Generated from the declarations: every text in every field is accepted or rejected with a sentence. */
const app = await startTestApp({ showsBehaviour: false });
const { send } = await createDeclaredSender(app);

function assertClear(reply: Reply<unknown>, where: string): void {
  assert.ok(reply.status < 500, `${where}: ${reply.status}`);
  if (reply.status >= 400) assert.match(reply.reason, /\S.*\.$/s, `${where}: ${reply.status}`);
}

/** Calls that end the login of anyone who makes them. */
const endsLogin: ReadonlySet<string> = new Set(['accounts.logout', 'accounts.changePassword']);

const isText = ({ promised }: LimitedField): boolean => promised.type === 'string';

describe('any text in any body field is accepted, or rejected with a sentence:', () => {
  for (const { name, declaration } of declaredEndpoints) {
    const places = declaration.body ? listLimitedFields(declaration.body).filter(isText) : [];
    if (places.length === 0 || endsLogin.has(name)) continue;
    test(name, async () => {
      const sample = declaration.body && createSample(declaration.body);
      for (const { path } of places) {
        for (const [what, value] of Object.entries(hostileTexts)) {
          const reply = await send(declaration, {}, { body: replaceField(sample, path, value) });
          assertClear(reply, `${path.join('.')}, ${what}`);
        }
      }
    });
  }
});

/** URLs longer than the limit for all headers are rejected for that. */
const maxInAddress = 1000;
/** Returns texts that can occur in a URL: lone surrogates can't. */
const addressableTexts = Object.entries(hostileTexts)
  .map(([what, value]) => [what, value.slice(0, maxInAddress)] as const)
  .filter(([, value]) => value.isWellFormed());

describe('any text in any part of a path is looked up, or rejected with a sentence:', () => {
  for (const { name, declaration } of declaredEndpoints) {
    const places = listLimitedFieldsOf(declaration.params).filter(isText);
    if (places.length === 0) continue;
    test(name, async () => {
      for (const { path } of places) {
        for (const [what, value] of addressableTexts) {
          const overrides = { [String(path[0])]: encodeURIComponent(value) };
          const reply = await send(
            declaration,
            overrides,
            declaration.body ? { body: createSample(declaration.body) } : {},
          );
          assertClear(reply, `${path.join('.')}, ${what}`);
        }
      }
    });
  }
});

const isSearch = ({ promised }: LimitedField): boolean => promised[truncationKey] !== undefined;

/** The result of a search that is one of several filters isn't checked. */
const computeExpected = ({ promised }: LimitedField): readonly number[] =>
  isSearch({ path: [], promised }) ? [200] : [200, 400, 404];

describe('any text in any part of a query is looked up, or rejected with a sentence; searches accept any text:', () => {
  for (const { name, declaration } of declaredEndpoints) {
    const places = listLimitedFieldsOf(declaration.query).filter((one) => isText(one) || isSearch(one));
    if (places.length === 0) continue;
    test(name, async () => {
      for (const one of places) {
        for (const [what, value] of addressableTexts) {
          const reply = await send(declaration, {}, { query: { [String(one.path[0])]: value } });
          assertClear(reply, `${one.path.join('.')}, ${what}`);
          if (isFound(declaration) && hasVisible(value))
            assert.ok(computeExpected(one).includes(reply.status), `${one.path.join('.')}, ${what}: ${reply.status}`);
        }
      }
    });
  }
});

/** Searches with a minimum length reject texts without visible characters. */
const hasVisible = (value: string): boolean => /[^\s\p{Cf}]/u.test(value);

/** Lists that may be empty. */
const isFound = (declaration: Endpoint): boolean =>
  declaration.method === 'GET' && !(listRouteVariants(declaration)[0]?.path ?? '{').includes('{');
