import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { transact } from '#area/context.ts';
import { accountsApi } from '#core/accounts/api.ts';
import { storeResponse } from '#core/idempotency/index.ts';
import { profilesApi } from '#core/profiles/api.ts';
import { publicTextApi } from '#core/public-text/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { updateUser } from '#core/users/index.ts';
import { areas } from '../../src/app/areas.ts';
import { startTestApp, type User } from '../support/app.ts';
import { fixtureApi, fixtureArea, fixtureHold } from '../support/fixture-area.ts';

const app = await startTestApp({ areas: [...areas, fixtureArea], limits: { retryTimeoutMilliseconds: 200 } });
const withKey = (key: string) => ({ 'idempotency-key': key });
const startHeldCall = (user: User, key: string) => user.call(fixtureApi.held, { headers: withKey(key) });

test('50 concurrent retries with one key create one thing and return the same response', async () => {
  const user = await app.logIn('james');
  const body = { username: 'james-again', password: 'password' };
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => user.call(accountsApi.add, { body, headers: withKey('fifty') })),
  );
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(responses.map(({ bytes }) => bytes.toString())).size, 1);
  assert.equal((await user.call(accountsApi.add, { body, headers: withKey('other') })).status, 409);
});

test('a retry of a call with an empty response gets the first status again', async () => {
  const user = await app.logIn('heidi');
  const { userID } = await app.logIn('sam');
  const block = (headers = {}) => user.call(usersApi.block, { params: { userID }, headers });
  assert.equal((await block(withKey('block'))).status, 201);
  assert.equal((await block(withKey('block'))).status, 201);
  assert.equal((await block()).status, 200);
});

test('the same key with a different call is rejected', async () => {
  const user = await app.logIn('heidi');
  const { userID } = await app.logIn('james');
  const headers = withKey('one call');
  const bad = await user.call(usersApi.writeNote, { params: { userID }, body: { note: 'first' }, headers });
  assert.equal(bad.status, 400, 'a blank is no visible character');
  const key = withKey('one-call');
  assert.equal(
    (await user.call(usersApi.writeNote, { params: { userID }, body: { note: 'first' }, headers: key })).status,
    201,
  );
  const other = await user.call(usersApi.writeNote, { params: { userID }, body: { note: 'second' }, headers: key });
  assert.equal(other.status, 422);
  const query = await user.send('POST', `/api/v3/users/${userID}/note?x=1`, {
    body: { note: 'first' },
    headers: key,
  });
  assert.equal(query.status, 422);
  assert.equal((await user.get(usersApi.note, { params: { userID } })).note, 'first');
});

test('keys of different users are independent', async () => {
  const before = fixtureHold.runs;
  await startHeldCall(await app.logIn('james'), 'shared');
  await startHeldCall(await app.logIn('heidi'), 'shared');
  assert.equal(fixtureHold.runs, before + 2);
});

test('a retry waits for the first call and gets its response', async () => {
  const user = await app.logIn('james');
  const hold = Promise.withResolvers<void>();
  fixtureHold.until = hold.promise;
  const [first, second] = [startHeldCall(user, 'waiting'), startHeldCall(user, 'waiting')];
  hold.resolve();
  assert.deepEqual((await first).body, (await second).body);
});

test('a retry that waited too long gets 409', async () => {
  const user = await app.logIn('james');
  const hold = Promise.withResolvers<void>();
  fixtureHold.until = hold.promise;
  const first = startHeldCall(user, 'too-long');
  const second = await startHeldCall(user, 'too-long');
  assert.equal(second.status, 409);
  hold.resolve();
  assert.equal((await first).status, 200);
  assert.deepEqual((await startHeldCall(user, 'too-long')).body, (await first).body);
});

test('only successful responses are stored', async () => {
  const user = await app.logIn('james');
  fixtureHold.fails = true;
  assert.equal((await startHeldCall(user, 'failing')).status, 409);
  fixtureHold.fails = false;
  assert.equal((await startHeldCall(user, 'failing')).status, 200);
});

test('a response is stored for a day', async () => {
  const user = await app.logIn('james');
  const first = await startHeldCall(user, 'a-day');
  app.clock.advance({ hours: 23 });
  assert.deepEqual((await startHeldCall(user, 'a-day')).body, first.body);
  app.clock.advance({ hours: 2 });
  await app.runJob('delete-old-responses');
  assert.notDeepEqual((await startHeldCall(user, 'a-day')).body, first.body);
});

test('of a call’s two route variants, POST accepts keys, and the other ignores them', async () => {
  const user = await app.logIn('james');
  const { userID } = await app.logIn('sam');
  const remove = (method: string, path: string) =>
    user.send(method, `/api/v3/users/${userID}/${path}`, { headers: withKey('not visible') });
  assert.equal((await remove('POST', 'note/delete')).status, 400);
  assert.equal((await remove('DELETE', 'note')).status, 204);
});

test('a logout ignores keys: nothing is stored, and none are declared', async () => {
  const [key, unreadable] = ['logged-out', 'x'.repeat(300)];
  for (const each of [key, unreadable]) {
    const user = await app.logIn('sam');
    assert.equal((await user.call(accountsApi.logout, { headers: withKey(each) })).status, 204);
    assert.equal((await user.call(accountsApi.logout, { headers: withKey(each) })).status, 401);
  }
  // The key can now be used for another call.
  const before = fixtureHold.runs;
  assert.equal((await startHeldCall(await app.logIn('sam'), key)).status, 200);
  assert.equal(fixtureHold.runs, before + 1);
  const { body } = await app.anonymous.send('GET', '/api/v3/openapi.json');
  const named = (path: string) =>
    body.paths[path].post.parameters.some(({ $ref }: { $ref?: string }) => $ref?.endsWith('/IdempotencyKey'));
  assert.deepEqual([named('/api/v3/auth/logout'), named('/api/v3/user/add')], [false, true]);
});

test('calls without a login and reads ignore keys', async () => {
  const body = { username: 'keyed', password: 'password' };
  assert.equal((await app.anonymous.call(accountsApi.create, { body, headers: withKey('x'.repeat(300)) })).status, 201);
  const user = await app.logIn('james');
  assert.equal((await user.call(accountsApi.whoami, { headers: withKey('x'.repeat(300)) })).status, 200);
  assert.equal((await startHeldCall(user, 'x'.repeat(256))).status, 400);
});

const countStored = (userID: string) =>
  app.context.db.sqlite
    .prepare(
      'SELECT count(*) AS keys, coalesce(sum(length(body)), 0) AS bytes FROM idempotent_responses WHERE user_id = ?',
    )
    .get(userID) as { keys: number; bytes: number };

test('if a call changed nothing, no body is stored and a retry runs again', async () => {
  const user = await app.newcomer('idle');
  const body = { about: 'the same as before' };
  const addWord = (word: string, key: string) =>
    user.call(publicTextApi.addAlertWord, { params: { word }, headers: withKey(key) });
  assert.equal((await user.call(profilesApi.editOwnProfile, { body, headers: withKey('a-change') })).status, 200);
  assert.ok(countStored(user.userID).bytes > 0, 'a change is remembered whole');
  assert.equal((await addWord('lighthouse', 'word')).status, 200);
  const before = countStored(user.userID);
  for (let tries = 0; tries < 5; tries += 1) assert.equal((await addWord('lighthouse', `again-${tries}`)).status, 200);
  assert.deepEqual(countStored(user.userID), { keys: before.keys + 5, bytes: before.bytes });
  assert.deepEqual((await addWord('lighthouse', 'again-0')).body.keywords, ['lighthouse']);
  const other = await addWord('harbour', 'again-0');
  assert.equal(other.status, 422, 'the key still names its call');
});

test('the newest thousand keys of an account are remembered, independent of other accounts', async () => {
  const [user, bystander] = [await app.newcomer('many-keys'), await app.logIn('heidi')];
  app.context.db.sqlite.pragma('synchronous = OFF');
  const kept = (await startHeldCall(bystander, 'bystander')).body;
  const first = (await startHeldCall(user, 'key-0')).body;
  for (let key = 1; key < 1000; key += 1) await startHeldCall(user, `key-${key}`);
  assert.equal(countStored(user.userID).keys, 1000);
  assert.deepEqual((await startHeldCall(user, 'key-0')).body, first);
  await startHeldCall(user, 'key-1000');
  assert.equal(countStored(user.userID).keys, 1000);
  assert.notDeepEqual((await startHeldCall(user, 'key-0')).body, first, 'the oldest was forgotten');
  assert.deepEqual((await startHeldCall(bystander, 'bystander')).body, kept);
});

test('responses stored for an account have up to two megabytes, always including the newest', async () => {
  const user = await app.newcomer('long-replies');
  const remember = (key: string, characters: number) =>
    transact(app.context, (context) => {
      updateUser(context, user.userID, { roomNumber: key });
      const body = 'x'.repeat(characters);
      const call = { userID: user.userID, key, fingerprint: 'one' };
      storeResponse(context, call, { fingerprint: 'one', status: 200, headers: {}, body });
    });
  for (let key = 0; key < 30; key += 1) {
    app.clock.advance({ seconds: 1 });
    remember(`long-${key}`, 100_000);
  }
  const { keys, bytes } = countStored(user.userID);
  assert.ok(bytes <= 2 * 1024 * 1024 && keys === 20, `${keys} of ${bytes}`);
  app.clock.advance({ seconds: 1 });
  remember('longest', 3_000_000);
  assert.deepEqual(countStored(user.userID), { keys: 1, bytes: 3_000_000 });
});

test('a stored response to a body with a password reveals nothing without the secret key', async () => {
  const user = await app.newcomer('secretive');
  const body = JSON.stringify({ currentPassword: 'password', newPassword: 'another password' });
  const path = '/api/v3/user/password';
  assert.equal((await user.send('POST', path, { body, headers: withKey('secret') })).status, 201);
  const stored = app.context.db.sqlite
    .prepare('SELECT fingerprint FROM idempotent_responses WHERE user_id = ?')
    .pluck()
    .get(user.userID);
  for (const text of [body, `POST ${path}\n${body}`]) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      assert.notEqual(stored, createHash('sha256').update(text).digest(encoding));
  }
  const repeat = () => user.send('POST', path, { body, headers: withKey('secret') });
  assert.equal((await repeat()).status, 201, 'the same call is still known again');
});
