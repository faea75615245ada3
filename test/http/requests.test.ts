import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { transact } from '#area/context.ts';
import { notificationsApi } from '#core/notifications/api.ts';
import { changeSettings } from '#core/settings/index.ts';
import { announcementsApi } from '#features/announcements/api.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp } from '../support/app.ts';
import { fixtureApi, fixtureArea, fixtureRuns } from '../support/fixture-area.ts';
import { connectRaw } from '../support/raw.ts';
import { timeoutMilliseconds } from '../support/timeout.ts';

const app = await startTestApp({ areas: [...areas, fixtureArea] });
const { anonymous } = app;
const echo = (body: unknown, headers: Record<string, string> = {}) =>
  anonymous.call(fixtureApi.echo, { body, headers });
const upload = async (body: string) => (await app.logIn('james')).call(fixtureApi.file, { body });
const isAlive = async () => (await echo({ name: 'alive' })).status === 200;

test('unreadable values are one plain 400 that names each path; limits are field errors', async () => {
  const unreadable = await echo({ name: 5, items: [{ id: 'x' }] });
  assert.equal(unreadable.status, 400);
  assert.equal(unreadable.fieldErrors, undefined);
  assert.match(unreadable.reason, /name must be string, not 5/);
  assert.match(unreadable.reason, /items\.0\.id is not a UUID/);
  const tooLong = await echo({ name: 'x'.repeat(21) });
  assert.deepEqual(tooLong.fieldErrors, { name: 'The name must have 1 to 20 characters.' });
});

test('a missing field is reported under its path, together with exceeded limits', async () => {
  const response = await echo({ items: [{}], count: 1 });
  assert.equal(response.status, 400);
  assert.deepEqual(response.fieldErrors, {
    name: 'The field name is missing.',
    'items.0.id': 'The field items.0.id is missing.',
  });
});

test('a null field counts as absent, but not a null list item (core rule 6)', async () => {
  const absent = await echo({ items: [{}] });
  const asNull = await echo({ name: null, items: [{ id: null }] });
  assert.deepEqual([asNull.status, asNull.reason, asNull.fieldErrors], [400, absent.reason, absent.fieldErrors]);
  const item = await echo({ name: 'x', items: [null] });
  assert.deepEqual([item.status, item.fieldErrors], [400, undefined]);
  assert.equal((await echo(null)).fieldErrors, undefined);
});

test('an unknown word is reported under its path, with the allowed words', async () => {
  const response = await echo({ name: 'x', colour: 'blue' });
  assert.equal(response.status, 400);
  assert.deepEqual(response.fieldErrors, { colour: 'The field colour must be one of red, green.' });
  assert.equal((await echo({ name: 'x', colour: 5 })).fieldErrors, undefined);
});

test('length counts the characters that people see', async () => {
  assert.equal((await echo({ name: '👩‍👩‍👧‍👦'.repeat(20) })).status, 200);
  assert.equal((await echo({ name: '👩‍👩‍👧‍👦'.repeat(21) })).status, 400);
});

test('endless combining marks on one letter don’t make a short text', async () => {
  assert.equal((await echo({ name: `a${'\u0301'.repeat(20)}` })).status, 200);
  const response = await echo({ name: `a${'\u0301'.repeat(7000)}` });
  assert.deepEqual(response.fieldErrors, { name: 'The name must have 1 to 20 characters.' });
});

test('a body is JSON whatever its content type says, and unknown fields are ignored', async () => {
  const response = await echo(
    '{"name":"x","extra":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    { 'content-type': 'text/plain' },
  );
  assert.deepEqual(response.body, { name: 'x' });
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('absurd numbers, deep nesting and broken text are cleanly rejected and never crash', async () => {
  for (const count of ['1e999', '-1e400', '99999999999999999999', '1.5', '4294967296']) {
    assert.equal((await echo(`{"name":"x","count":${count}}`)).status, 400, count);
  }
  for (const depth of [400_000, 2_000_000]) {
    assert.equal((await upload(`{"data":${'['.repeat(depth)}${']'.repeat(depth)}}`)).status, 400);
    assert.equal((await upload('['.repeat(depth))).status, 400);
  }
  assert.equal((await echo(Buffer.from([0x7b, 0x22, 0xc3, 0x28]))).status, 400);
  assert.ok(await isAlive());
});

test('a body of millions of values is rejected before it fills the memory', async () => {
  const listOf = (values: number) => `{"data":"x","ignored":[${'1,'.repeat(values)}1]}`;
  assert.equal((await upload(listOf(450_000))).status, 200);
  const response = await upload(listOf(550_000));
  assert.equal(response.status, 400);
  assert.match(response.reason, /more than 500000 values/);
});

const bodyLimits = {
  'of a call without a login is 16 KB': { declaration: fixtureApi.echo, limit: 16_384 },
  'of other calls is 64 KB': { declaration: fixtureApi.greet, limit: 65_536 },
  'of a call that names one is that': { declaration: fixtureApi.file, limit: 8_388_608 },
  'of a call with two pictures is 64 KB and 4/3 of maxImageSize for each': {
    declaration: fixtureApi.draw,
    limit: 65_536 + 8000,
  },
};

for (const [title, { declaration, limit }] of Object.entries(bodyLimits)) {
  test(`the body limit ${title}; one more byte is 413`, async () => {
    const user = await app.logIn('james');
    transact(app.context, (context) => changeSettings(context, { maxImageSize: 3000 }));
    const bodyOf = (bytes: number) => `{"name":"x","data":"x"}`.padEnd(bytes);
    assert.equal((await user.call(declaration, { body: bodyOf(limit) })).status, 200);
    const response = await user.call(declaration, { body: bodyOf(limit + 1) });
    assert.equal(response.status, 413);
    assert.equal(response.reason, `The request body is too large: the limit is ${limit} bytes.`);
  });
}

test('space for pictures follows the setting, and isn’t available to lists of many values', async () => {
  const user = await app.logIn('james');
  const draw = (body: string) => user.call(fixtureApi.draw, { body });
  const setLargest = (maxImageSize: number) =>
    transact(app.context, (context) => changeSettings(context, { maxImageSize }));
  const body = `{"name":"x","image":"${'x'.repeat(100_000)}"}`;
  setLargest(3000);
  assert.equal((await draw(body)).status, 413);
  setLargest(300_000);
  assert.equal((await draw(body)).status, 200);
  assert.match((await draw(`{"name":"x","image":[${'1,'.repeat(70_000)}1]}`)).reason, /more than 65536 values/);
});

test('a body above the limit is 413, even if its length wasn’t announced', async () => {
  assert.equal((await echo(`{"name":"${'x'.repeat(11 * 1024 * 1024)}"}`)).status, 413);
  const raw = await connectRaw(app.url);
  raw.write('POST /api/v3/fixture/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n');
  const chunk = `${(1024 * 1024).toString(16)}\r\n${' '.repeat(1024 * 1024)}\r\n`;
  for (let sent = 0; sent < 11; sent += 1) raw.write(chunk);
  raw.write('0\r\n\r\n');
  assert.match(await raw.until('}'), /^HTTP\/1.1 413/);
  raw.end();
  assert.ok(await isAlive());
});

test('doesn’t read a large body without a login', async () => {
  const raw = await connectRaw(app.url);
  raw.write(`POST /api/v3/fixture/upload HTTP/1.1\r\nHost: x\r\nContent-Length: ${7 * 1024 * 1024}\r\n\r\n{`);
  assert.match(await raw.until('}'), /^HTTP\/1.1 401/, 'the answer comes before the body');
  raw.reset();
});

test('many large concurrent uploads all arrive completely', async () => {
  const user = await app.logIn('james');
  const lengths = [1.2, 2, 3, 4, 5, 6].map((mebibytes) => Math.round(mebibytes * 1024 * 1024));
  const responses = await Promise.all(
    lengths.map((length) => user.call(fixtureApi.upload, { body: { data: 'x'.repeat(length) } })),
  );
  assert.deepEqual(
    responses.map(({ body }) => body.length),
    lengths,
  );
});

test('a paused upload waits on the disk, and an aborted one isn’t a defect of the service', {
  timeout: timeoutMilliseconds,
}, async () => {
  const { token } = await app.logIn('james');
  const raw = await connectRaw(app.url);
  const head = `POST /api/v3/fixture/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  raw.write(`${head}Content-Length: 1000000\r\n\r\n${'x'.repeat(200_000)}`);
  while (readdirSync(app.context.config.folders.incoming).length === 0) assert.ok(await isAlive());
  const before = await listUploadStatuses();
  raw.reset();
  while ((await listUploadStatuses()).length === before.length) assert.ok(await isAlive());
  assert.deepEqual((await listUploadStatuses()).slice(before.length), ['400']);
  assert.deepEqual(readdirSync(app.context.config.folders.incoming), []);
});

/** Returns the statuses of the uploads, each once. */
async function listUploadStatuses(): Promise<(string | undefined)[]> {
  const measured = await app.context.metrics.registry.metrics();
  return [...measured.matchAll(/requests_total\{route="\/api\/v3\/fixture\/upload".*status="(\d+)"/g)].map(
    ([, status]) => status,
  );
}

test('a text or list in a query that’s too long is 400; a search is truncated', async () => {
  const read = (query: string) => anonymous.send('GET', `/api/v3/fixture/query?${query}`);
  assert.equal((await read(`name=${'x'.repeat(21)}`)).reason, 'The field name must have at most 20 characters.');
  assert.deepEqual((await read(`name=${'x'.repeat(20)}`)).body, { name: 'x'.repeat(20) });
  assert.equal((await read('words=a,b,c&words=d,,e,f')).reason, 'The field words must have at most 5 values.');
  assert.deepEqual((await read('words=a,b,c&words=d,,e')).body, { words: ['a', 'b', 'c', 'd', 'e'] });
  assert.deepEqual((await read(`search=${'x'.repeat(301)}`)).body, { search: 'x'.repeat(300) });
  const family = encodeURIComponent('👩‍👩‍👧‍👦');
  assert.deepEqual((await read(`search=${'x'.repeat(299)}${family}${family}`)).body, {
    search: `${'x'.repeat(299)}👩‍👩‍👧‍👦`,
  });
});

test('a name in a path that’s too long is 400 with a complete sentence', async () => {
  const response = await anonymous.call(fixtureApi.param, { params: { id: 'x'.repeat(201) } });
  assert.equal(response.status, 400);
  assert.equal(response.reason, 'The field id must have at most 200 characters.');
});

test('query values are read in all route variants, and an invalid one is 400', async () => {
  const read = async (query: string) => (await anonymous.send('GET', `/api/v3/fixture/query?${query}`)).body;
  assert.deepEqual(await read('flag&number=5&number=7'), { flag: true, number: 7 });
  assert.deepEqual(await read('flag=OFF&words=a,b&words[]=c&Flag=true&unknown=1'), {
    flag: false,
    words: ['a', 'b', 'c'],
  });
  assert.deepEqual(await read('id=00000000-0000-4000-8000-0000000000AB'), {
    id: '00000000-0000-4000-8000-0000000000ab',
  });
  assert.deepEqual(await read('number=99999999999999'), { number: 2 ** 31 - 1 });
  assert.deepEqual(await read(`number=-${'9'.repeat(400)}`), { number: -(2 ** 31) });
  for (const wrong of ['flag=maybe', 'number=five', 'number=', 'id=5', 'number=1.5']) {
    assert.equal((await anonymous.send('GET', `/api/v3/fixture/query?${wrong}`)).status, 400, wrong);
  }
});

test('a defect is 500 with a request id, and the process continues', async () => {
  for (const declaration of [fixtureApi.fail, fixtureApi.failLater]) {
    const response = await anonymous.call(declaration);
    assert.equal(response.status, 500);
    assert.match(response.reason, /\(request \S+\)$/);
  }
  assert.ok(await isAlive());
});

test('in tests, a response that violates its record isn’t sent', async () => {
  const response = await anonymous.call(fixtureApi.breakRecord);
  assert.equal(response.status, 500);
  assert.match(response.reason, /breaks its record/);
});

test('a fixed segment takes precedence over a parameter, whatever the method', async () => {
  assert.equal((await anonymous.call(fixtureApi.fixed)).status, 200);
  const response = await anonymous.send('GET', '/api/v3/fixture/things/fixed');
  assert.equal(response.status, 405);
  assert.equal((await anonymous.call(fixtureApi.param, { params: { id: 'a b/ü' } })).body, 'a b/ü');
});

test('a word that’s the first segment of other addresses isn’t an id (libraries rules K12 and H18)', async () => {
  const james = await app.logIn('james');
  for (const path of ['karaoke/mk', 'hunts/puzzles', 'boardgames/expansions', 'users/match', 'performer/forevent']) {
    const { status, reason } = await james.send('GET', `/api/v3/${path}`);
    assert.deepEqual([path, status, reason], [path, 404, 'Address not found.']);
  }
  assert.equal((await app.anonymous.send('OPTIONS', '/api/v3/karaoke/mk')).status, 204);
  assert.equal((await james.send('GET', '/api/v3/karaoke/no-id')).status, 400);
});

test('unknown addresses are 404 in the common error form', async () => {
  const response = await anonymous.send('GET', '/nowhere/at/all');
  assert.deepEqual(response.body, { error: true, status: 404, code: 'addressNotFound', reason: 'Address not found.' });
});

test('long responses are compressed for clients that accept it; short ones aren’t', async () => {
  const raw = await connectRaw(app.url);
  raw.write('GET /api/v3/fixture/long HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n');
  const [head = '', ...rest] = (await raw.received).split('\r\n\r\n');
  assert.match(head, /content-encoding: gzip/i);
  assert.equal(JSON.parse(gunzipSync(Buffer.from(rest.join('\r\n\r\n'), 'latin1')).toString()).length, 500);
  const plain = await anonymous.send('GET', '/api/v3/fixture/long', { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(plain.body.length, 500);
  assert.equal((await echo({ name: 'short' })).headers.get('content-encoding'), null);
});

test('browsers of any origin can call, after a preflight request', async () => {
  const preflight = await anonymous.send('OPTIONS', '/api/v3/fixture/echo', {
    headers: { origin: 'http://elsewhere', 'access-control-request-method': 'POST' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Idempotency-Key/);
  assert.equal((await echo({ name: 'x' })).headers.get('access-control-allow-origin'), '*');
  assert.equal((await anonymous.send('GET', '/nowhere')).headers.get('access-control-allow-origin'), '*');
});

test('HEAD responds like GET, without a body', async () => {
  const response = await anonymous.send('HEAD', '/api/v3/fixture/long');
  assert.equal(response.status, 200);
  assert.equal(response.bytes.length, 0);
});

test('HEAD doesn’t mark as seen what GET does', async () => {
  const [author, reader] = [await app.logIn('admin'), await app.logIn('heidi')];
  const displayUntil = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  await author.get(announcementsApi.create, { body: { text: 'Boat drill', displayUntil } });
  const countNew = async () => (await reader.get(notificationsApi.summary)).newAnnouncementCount;
  assert.equal(await countNew(), 1);
  assert.equal((await reader.send('HEAD', '/api/v3/notification/announcements')).status, 200);
  assert.equal(await countNew(), 1);
  await reader.get(announcementsApi.list);
  assert.equal(await countNew(), 0);
});

test('every response has its own request id, even errors and unreadable requests', async () => {
  const ids = [
    (await echo({ name: 'x' })).headers,
    (await echo({})).headers,
    (await anonymous.send('GET', '/nowhere')).headers,
    (await anonymous.send('OPTIONS', '/api/v3/fixture/echo')).headers,
    (await anonymous.send('GET', '/api/v3/openapi.json')).headers,
  ].map((headers) => headers.get('x-request-id'));
  assert.equal(new Set(ids).size, 5);
  assert.ok(!ids.includes(null));
  const raw = await connectRaw(app.url);
  raw.write('NONSENSE\r\n\r\n');
  assert.match(await raw.received, /x-request-id: \S+/i);
});

test('the key of the old version can’t log in', async () => {
  const user = await app.logIn('james');
  assert.equal((await anonymous.send('GET', `/api/v3/user/whoami?key=${user.token}`)).status, 401);
});

test('jobs run by name; a failing one doesn’t end the service', async () => {
  await app.runJob('fixture-works');
  assert.deepEqual(fixtureRuns, ['works']);
  await assert.rejects(app.runJob('fixture-fails'), /a job failed/);
  await assert.rejects(app.runJob('unknown'), /no job named unknown/);
  assert.ok(await isAlive());
});
