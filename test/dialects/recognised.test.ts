import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { createClient } from '../support/client.ts';
import { createQuickFolder } from '../support/memory-folder.ts';
import { harbourFile, harbourHeader, logInFromHarbour, startHarbour } from './ship.ts';

const app = await startHarbour();
const james = await app.logIn('james');
const summary = '/api/v3/notification/global';
const isHarbourDialect = (body: object) => 'chirpMentionCount' in body;

const clientMarkers = {
  'by a header, whatever it says': { headers: harbourHeader, expected: true },
  'by the beginning of a header': { headers: { 'x-client': 'harbour 2.0' }, expected: true },
  'not by another beginning': { headers: { 'x-client': 'my harbour' }, expected: false },
  'by a part of the user agent': { headers: { 'user-agent': 'Mobile Harbour/3.1 (phone)' }, expected: true },
  'not by another user agent': { headers: { 'user-agent': 'Browser/1.0' }, expected: false },
  'by the name of the dialect': { headers: { 'x-dialect': 'harbour' }, expected: true },
  'not when it asks for none': { headers: { ...harbourHeader, 'x-dialect': 'none' }, expected: false },
};

for (const [title, { headers, expected }] of Object.entries(clientMarkers)) {
  test(`a client is recognised ${title} (decision 92)`, async () => {
    assert.equal(isHarbourDialect((await app.anonymous.send('GET', summary, { headers })).body), expected);
  });
}

test('a token remembers the dialect, belongs to the same account, and ends with that login only', async () => {
  const first = await logInFromHarbour(app, 'heidi');
  const second = await logInFromHarbour(app, 'heidi');
  assert.equal(first.token, second.token, 'a second login gives the same token');
  const own = await app.logIn('heidi');
  assert.equal(first.token, `${own.token}.harbour`);
  assert.ok(isHarbourDialect((await first.send('GET', summary)).body));
  assert.ok(
    !isHarbourDialect((await own.send('GET', summary)).body),
    'another device of the same account has our words',
  );
  const other = createClient(app.url, `Bearer ${own.token}.another`);
  assert.ok(!isHarbourDialect((await other.send('GET', summary)).body), 'a dialect that is gone is none');
  assert.equal(
    (await createClient(app.url, `Bearer ${own.token}x.harbour`).send('GET', '/api/v3/user/whoami')).status,
    401,
  );
  assert.equal((await own.send('POST', '/api/v3/auth/logout')).status, 204);
  assert.equal((await first.send('GET', '/api/v3/user/whoami')).status, 401);
});

test('a recovery remembers the dialect too', async () => {
  const { username, password } = await app.newcomer('forgetful');
  const { status, body } = await app.anonymous.send('POST', '/api/v3/auth/recovery', {
    headers: harbourHeader,
    body: { username, recoveryKey: password, newPassword: 'another one' },
  });
  assert.equal(status, 200);
  assert.match(body.token, /\.harbour$/);
});

test('signing in with JSON sets the cookie of the client’s web views, which signs in to pages', async () => {
  const signIn = (body: unknown, headers: Record<string, string> = {}) =>
    app.anonymous.send('POST', '/enter', {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...harbourHeader, ...headers },
    });
  const { status, headers } = await signIn({ username: 'james', password: 'password' });
  assert.equal(status, 200);
  const cookie = headers.get('set-cookie') ?? '';
  assert.match(cookie, /^harbour_session=[\w-]+; .*HttpOnly/);
  const brought = cookie.split(';')[0] ?? '';
  const page = (cookies: string) =>
    app.anonymous.send('GET', '/settings', { headers: { cookie: cookies, accept: 'text/html' } });
  const signedIn = await page(`other=1; ${brought}`);
  assert.notEqual(signedIn.status, 303);
  assert.match(signedIn.bytes.toString(), new RegExp(james.userID));
  assert.equal((await signIn({ username: 'james', password: 'wrong' })).status, 401);
  assert.equal((await signIn({ username: 'james' })).status, 400);
  assert.equal((await signIn({ username: 'james', password: 'x'.repeat(5000) })).status, 413);
  const form = await signIn({ username: 'james', password: 'password' }, { 'content-type': 'text/plain' });
  assert.deepEqual([form.status, form.headers.get('set-cookie')], [400, null], 'no form on another site can do this');
  const withoutDialect = { 'x-dialect': 'none' };
  assert.equal((await signIn({ username: 'james', password: 'password' }, withoutDialect)).status, 404);
});

test('clients that name no dialect get the default one; logins without one get our own words', async () => {
  const dataFolder = await createQuickFolder();
  after(() => rm(dataFolder, { recursive: true, force: true }));
  mkdirSync(join(dataFolder, 'dialects'));
  const file = JSON.parse(readFileSync(harbourFile, 'utf8'));
  writeFileSync(join(dataFolder, 'dialects', 'harbour.json'), JSON.stringify({ ...file, isDefault: true }));
  const ship = await startTestApp({ dataFolder });
  const silent = await ship.logIn('james');
  assert.match(silent.token, /\.harbour$/);
  assert.ok(isHarbourDialect((await silent.send('GET', summary)).body));
  assert.ok(isHarbourDialect((await ship.anonymous.send('GET', summary)).body));
  const own = createClient(ship.url, `Bearer ${silent.token.replace('.harbour', '')}`);
  assert.ok(!isHarbourDialect((await own.send('GET', summary)).body));
  const asks = { headers: { 'x-dialect': 'none' } };
  assert.ok(!isHarbourDialect((await ship.anonymous.send('GET', summary, asks)).body));
});

test('reloads files while the service runs; an invalid one changes nothing', async () => {
  const dataFolder = await createQuickFolder();
  after(() => rm(dataFolder, { recursive: true, force: true }));
  const ship = await startTestApp({ dataFolder });
  const ask = async () => (await ship.anonymous.send('GET', summary, { headers: harbourHeader })).body;
  assert.ok(!isHarbourDialect(await ask()));
  mkdirSync(join(dataFolder, 'dialects'));
  const file = join(dataFolder, 'dialects', 'harbour.json');
  copyFileSync(harbourFile, file);
  ship.readDialects();
  assert.ok(isHarbourDialect(await ask()));
  writeFileSync(file, '{');
  assert.throws(() => ship.readDialects(), /harbour\.json, line 1: this is not JSON/);
  assert.ok(isHarbourDialect(await ask()));
  renameSync(file, `${file}.off`);
  ship.readDialects();
  assert.ok(!isHarbourDialect(await ask()));
});
