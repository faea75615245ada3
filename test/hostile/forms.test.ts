import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formLimits, maxUrlencodedBytes } from '#http/form-parts.ts';
import { startTestApp, type User } from '../support/app.ts';
import { createLogBook } from '../support/log-book.ts';

const logBook = createLogBook();
const app = await startTestApp({ log: logBook.log });
const passenger = await app.logIn('james');

type Encoding = 'urlencoded' | 'multipart';
type Field = readonly [name: string, text: string];

/** Sends a form like a browser. */
async function send(path: string, fields: readonly Field[], encoding: Encoding, user?: User) {
  const body = encoding === 'multipart' ? new FormData() : new URLSearchParams();
  for (const [name, text] of fields) body.append(name, text);
  const cookie = user && { cookie: `session=${user.token}` };
  const headers = { accept: 'text/html', origin: app.url, ...cookie };
  const response = await fetch(`${app.url}${path}`, { method: 'POST', redirect: 'manual', headers, body });
  return { status: response.status, body: await response.text() };
}

const repeatField = (count: number, field: Field): readonly Field[] => Array.from({ length: count }, () => field);

for (const encoding of ['urlencoded', 'multipart'] as const) {
  describe(`a form in ${encoding}`, () => {
    const action = ['action', 'post'] as const;
    const post = (...fields: readonly Field[]) => send('/feed', [action, ...fields], encoding, passenger);

    test('can have as many fields as the limit, and not one more', async () => {
      const enough = repeatField(formLimits.fields - 2, ['x[]', '']);
      assert.equal((await post(['text', 'a long form'], ...enough)).status, 303);
      const { status, body } = await post(['text', 'a longer form'], ...enough, ['x[]', '']);
      assert.equal(status, 400);
      assert.match(body, /A form can have up to 1000 fields/);
    });

    test('can have texts as long as the limit, and not one byte longer', async () => {
      const enough = formLimits.textBytes - 'actionposttexta long formother'.length;
      const within = await post(['text', 'a long form'], ['other', '€'.repeat(enough / 3)]);
      assert.equal(within.status, 303);
      const beyond = await post(['text', 'a long form'], ['other', '€'.repeat(enough / 3 + 1)]);
      assert.equal(beyond.status, 413);
      assert.match(beyond.body, /The text in this form is too large: the limit is 65536 bytes/);
    });
  });
}

test('a form of names only costs no more CPU time than other rejected requests', async () => {
  const name = 'x[]=&';
  const body = name.repeat(Math.floor(maxUrlencodedBytes / name.length));
  const headers = {
    origin: app.url,
    cookie: `session=${passenger.token}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const before = process.cpuUsage();
  const { status } = await fetch(`${app.url}/feed`, { method: 'POST', headers, body });
  const { user, system } = process.cpuUsage(before);
  assert.equal(status, 400);
  // Copying the list for each value took 35 seconds.
  assert.ok(user + system < 500_000, `${(user + system) / 1000} ms`);
});

describe('a form from another site', () => {
  const origins = ['http://elsewhere.example', 'null', 'no address', undefined];
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', undefined];
  const post = (path: string, accept: string | undefined, origin: string | undefined, type: string | undefined) =>
    app.anonymous.send('POST', path, {
      body: 'action=post&text=forged',
      headers: {
        cookie: `session=${passenger.token}`,
        ...(accept !== undefined && { accept }),
        ...(origin !== undefined && { origin }),
        ...(type !== undefined && { 'content-type': type }),
      },
    });

  test('is 403 rather than a defect: a record for programs, a page for browsers', async () => {
    logBook.clear();
    for (const origin of origins) {
      for (const type of types) {
        for (const accept of [undefined, '*/*', 'application/json']) {
          const { status, body, headers } = await post('/feed', accept, origin, type);
          assert.equal(status, 403, `${origin}, ${type}, ${accept}`);
          assert.deepEqual(
            { ...body, reason: typeof body.reason },
            { error: true, status: 403, code: 'crossSite', reason: 'string' },
            `${headers.get('content-type')}`,
          );
        }
        const page = await post('/feed', 'text/html', origin, type);
        assert.equal(page.status, 403);
        assert.match(page.bytes.toString(), /<!doctype html>[\s\S]*sent from another site/i);
      }
    }
    assert.deepEqual(logBook.lines(), []);
  });
});
