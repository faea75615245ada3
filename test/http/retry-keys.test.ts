import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { usersApi } from '#core/users/api/index.ts';
import { areas } from '../../src/areas.ts';
import { type Person, startTestApp } from '../support/app.ts';
import { trialApi, trialArea, trialHold } from '../support/trial-area.ts';

const app = await startTestApp({ areas: [...areas, trialArea], limits: { retryPatienceMilliseconds: 200 } });
const withKey = (key: string) => ({ 'idempotency-key': key });
const held = (person: Person, key: string) => person.call(trialApi.held, { headers: withKey(key) });

test('fifty repeats of one call at once make one thing and fifty same answers', async () => {
  const person = await app.logIn('james');
  const body = { username: 'james-again', password: 'password' };
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => person.call(accountsApi.add, { body, headers: withKey('fifty') })),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(replies.map(({ bytes }) => bytes.toString())).size, 1);
  assert.equal((await person.call(accountsApi.add, { body, headers: withKey('other') })).status, 409);
});

test('a repeat of a call with an empty answer gets the first status again', async () => {
  const person = await app.logIn('heidi');
  const { userID } = await app.logIn('sam');
  const block = (headers = {}) => person.call(usersApi.block, { params: { userID }, headers });
  assert.equal((await block(withKey('block'))).status, 201);
  assert.equal((await block(withKey('block'))).status, 201);
  assert.equal((await block()).status, 200);
});

test('the same key with another call is refused, whatever differs', async () => {
  const person = await app.logIn('heidi');
  const { userID } = await app.logIn('james');
  const headers = withKey('one call');
  const bad = await person.call(usersApi.writeNote, { params: { userID }, body: { note: 'first' }, headers });
  assert.equal(bad.status, 400, 'a blank is no visible character');
  const key = withKey('one-call');
  assert.equal(
    (await person.call(usersApi.writeNote, { params: { userID }, body: { note: 'first' }, headers: key })).status,
    201,
  );
  const other = await person.call(usersApi.writeNote, { params: { userID }, body: { note: 'second' }, headers: key });
  assert.equal(other.status, 422);
  const query = await person.send('POST', `/api/v3/users/${userID}/note?x=1`, {
    body: { note: 'first' },
    headers: key,
  });
  assert.equal(query.status, 422);
  assert.equal((await person.get(usersApi.note, { params: { userID } })).note, 'first');
});

test('keys of different people have nothing to do with each other', async () => {
  const before = trialHold.runs;
  await held(await app.logIn('james'), 'shared');
  await held(await app.logIn('heidi'), 'shared');
  assert.equal(trialHold.runs, before + 2);
});

test('a repeat waits for the first call and gets its answer', async () => {
  const person = await app.logIn('james');
  const hold = Promise.withResolvers<void>();
  trialHold.until = hold.promise;
  const [first, second] = [held(person, 'waiting'), held(person, 'waiting')];
  hold.resolve();
  assert.deepEqual((await first).body, (await second).body);
});

test('a repeat that waited too long is told so', async () => {
  const person = await app.logIn('james');
  const hold = Promise.withResolvers<void>();
  trialHold.until = hold.promise;
  const first = held(person, 'too-long');
  const second = await held(person, 'too-long');
  assert.equal(second.status, 409);
  hold.resolve();
  assert.equal((await first).status, 200);
  assert.deepEqual((await held(person, 'too-long')).body, (await first).body);
});

test('only success is remembered', async () => {
  const person = await app.logIn('james');
  trialHold.fails = true;
  assert.equal((await held(person, 'failing')).status, 409);
  trialHold.fails = false;
  assert.equal((await held(person, 'failing')).status, 200);
});

test('an answer is remembered for a day', async () => {
  const person = await app.logIn('james');
  const first = await held(person, 'a-day');
  app.clock.advance({ hours: 23 });
  assert.deepEqual((await held(person, 'a-day')).body, first.body);
  app.clock.advance({ hours: 2 });
  await app.runJob('forget-retry-answers');
  assert.notDeepEqual((await held(person, 'a-day')).body, first.body);
});

test('of two spellings of a call the POST takes keys, the other ignores them', async () => {
  const person = await app.logIn('james');
  const { userID } = await app.logIn('sam');
  const remove = (method: string, path: string) =>
    person.send(method, `/api/v3/users/${userID}/${path}`, { headers: withKey('not visible') });
  assert.equal((await remove('POST', 'note/delete')).status, 400);
  assert.equal((await remove('DELETE', 'note')).status, 204);
});

test('keys mean nothing to calls without a login, and to reads', async () => {
  const body = { username: 'keyed', password: 'password' };
  assert.equal((await app.nobody.call(accountsApi.create, { body, headers: withKey('x'.repeat(300)) })).status, 201);
  const person = await app.logIn('james');
  assert.equal((await person.call(accountsApi.whoami, { headers: withKey('x'.repeat(300)) })).status, 200);
  assert.equal((await held(person, 'x'.repeat(256))).status, 400);
});
