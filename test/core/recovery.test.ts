import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();

interface Family {
  readonly username: string;
  readonly code: string;
  readonly recoveryKey: string;
}

async function family(username: string, code: string): Promise<Family> {
  const body = { username, password: 'password', verification: code };
  const { recoveryKey } = await app.nobody.get(accountsApi.create, { body });
  return { username, code, recoveryKey };
}

const recover = (username: string, recoveryKey: string, newPassword = 'new password') =>
  app.nobody.call(accountsApi.recover, { body: { username, recoveryKey, newPassword } });
const lookUp = (registrationCode: string, recoveryKey: string) =>
  app.nobody.call(accountsApi.lookUpUsername, { body: { registrationCode, recoveryKey } });

test('a registration code recovers once only, also when spelled with spaces or a star', async () => {
  const { username } = await family('once', 'abcabc');
  const response = await recover(username, 'ABC ABC');
  assert.equal(response.status, 200);
  assert.equal((await app.logIn(username, 'new password')).token, response.body.token);
  for (const spent of ['abcabc', 'a b c a b c', '*abcabc']) assert.equal((await recover(username, spent)).status, 400);
});

test('the password and the recovery key recover as often as needed', async () => {
  const { username, recoveryKey } = await family('often', 'bcdbcd');
  assert.equal((await recover(username, 'password', 'second pass')).status, 200);
  assert.equal((await recover(username, recoveryKey, 'third pass')).status, 200);
  assert.equal((await recover(username, recoveryKey.toUpperCase().replaceAll(' ', '  '), 'fourth pass')).status, 200);
  await app.logIn(username, 'fourth pass');
});

test('recovery keeps other sessions valid and answers with the same token', async () => {
  const { username, recoveryKey } = await family('kept', 'cdecde');
  const before = await app.logIn(username);
  const response = await recover(username, recoveryKey);
  assert.equal(response.body.token, before.token);
  assert.equal((await before.call(accountsApi.whoami)).status, 200);
});

test('five failures of recovery and lookup together reject both, even with the right secret', async () => {
  const { username, code, recoveryKey } = await family('five', 'defdef');
  for (let tries = 0; tries < 3; tries += 1) assert.equal((await recover(username, 'not the key')).status, 400);
  for (let tries = 0; tries < 2; tries += 1) assert.equal((await lookUp(code, 'not the key')).status, 400);
  assert.equal((await recover(username, recoveryKey)).status, 403);
  assert.equal((await lookUp(code, 'password')).status, 403);
});

test('a burst of parallel guesses is counted one by one', async () => {
  const { username } = await family('burst', 'efgefg');
  const responses = await Promise.all(Array.from({ length: 20 }, () => recover(username, 'a wrong guess')));
  assert.equal(responses.filter(({ status }) => status === 400).length, 5);
  assert.equal(responses.filter(({ status }) => status === 403).length, 15);
});

test('a successful recovery resets the counter, a lookup does not', async () => {
  const { username, code, recoveryKey } = await family('reset', 'fghfgh');
  for (let tries = 0; tries < 4; tries += 1) await recover(username, 'not the key');
  assert.equal((await lookUp(code, recoveryKey)).status, 200);
  await recover(username, 'not the key');
  assert.equal((await recover(username, recoveryKey)).status, 403);
  const admin = await app.logIn('admin');
  const { userID } = await app.logIn(username);
  assert.equal((await admin.send('POST', `/api/v3/admin/regcodes/unlock/${userID}`)).status, 200);
  for (let tries = 0; tries < 4; tries += 1) await recover(username, 'not the key');
  assert.equal((await recover(username, recoveryKey)).status, 200);
  for (let tries = 0; tries < 4; tries += 1) assert.equal((await recover(username, 'not the key')).status, 400);
});

test('the recovery key of a family opens each of its accounts by its own name', async () => {
  const { username, recoveryKey } = await family('parent', 'ghighi');
  const parent = await app.logIn(username);
  await parent.get(accountsApi.add, { body: { username: 'child', password: 'child password' } });
  const response = await recover('child', recoveryKey, 'new child pass');
  assert.equal(response.status, 200);
  assert.notEqual(response.body.userID, parent.userID);
  await app.logIn('child', 'new child pass');
  await app.logIn(username, 'password');
});

test('lookup gives the account whose password it is, and the primary one for the recovery key', async () => {
  const { username, code, recoveryKey } = await family('finder', 'hijhij');
  const primary = await app.logIn(username);
  const { userID: subAccountID } = await primary.get(accountsApi.add, {
    body: { username: 'finder2', password: 'other password' },
  });
  assert.equal((await lookUp('H I J hij', 'password')).body.userID, primary.userID);
  assert.equal((await lookUp(code, 'other password')).body.userID, subAccountID);
  assert.equal((await lookUp(code, recoveryKey)).body.userID, primary.userID);
});

test('lookup neither spends the code nor logs in, and accepts a spent code', async () => {
  const { username, code } = await family('looker', 'ijkijk');
  assert.equal((await lookUp(code, 'password')).status, 200);
  assert.equal((await recover(username, code)).status, 200);
  const response = await lookUp(code, 'new password');
  assert.equal(response.status, 200);
  assert.equal('token' in response.body, false);
});

test('a registration code is no second factor of a lookup', async () => {
  const response = await lookUp('jkljkl', 'JKL JKL');
  assert.equal(response.status, 400);
  assert.match(response.reason, /cannot be a registration code/);
  assert.equal((await lookUp('jkljkl', 'abc def')).status, 400);
});

test('a lookup does not tell an unknown code from a wrong secret', async () => {
  const unknown = await lookUp('zzzzzz', 'whatever it is');
  const wrong = await lookUp('abcabc', 'whatever it is');
  assert.equal(unknown.status, 400);
  assert.deepEqual(unknown.body, wrong.body);
});

test('a banned account learns of its ban only with the right secret', async () => {
  assert.equal((await recover('banned', 'password')).status, 403);
  assert.equal((await recover('banned', 'wrong secret')).status, 400);
});

test('recovery of an unknown name is 400, and a short secret stands under its field', async () => {
  assert.equal((await recover('nobody-here', 'password')).status, 400);
  assert.ok((await recover('james', 'short')).fieldErrors?.recoveryKey);
});
